"""Settings that all tests share."""

import hypothesis

# A busy machine is slow, not wrong; pytest-timeout catches what hangs.
hypothesis.settings.register_profile("handheld", deadline=None)
hypothesis.settings.load_profile("handheld")
