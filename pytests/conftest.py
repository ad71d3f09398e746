"""Settings that all tests share."""

import os

import hypothesis

# A busy machine is slow, not wrong; pytest-timeout catches what hangs. On a developer's machine properties are tried with new
# examples each time; CI tries the same ones, so that it judges the change and not its luck.
hypothesis.settings.register_profile("handheld", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("handheld")
