# The app's Kotlin without Gradle: Maven and Robolectric (needs a JDK 17 and Maven; installed on Debian as root).
KOTLIN_BUILD = .venv/bin/python -m handheld_desktop.kotlin_build

.PHONY: kotlin-classes kotlin-test
kotlin-classes:
	$(KOTLIN_BUILD) classes

kotlin-test:
	$(KOTLIN_BUILD) test
