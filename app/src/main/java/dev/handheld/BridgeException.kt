package dev.handheld

/** A failure for the core: [code] is one of the codes in errors.py, the message is for whoever called the tool. */
class BridgeException(val code: String, message: String) : RuntimeException(message)
