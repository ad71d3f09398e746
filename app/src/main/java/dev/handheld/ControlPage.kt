package dev.handheld

import android.annotation.SuppressLint
import android.net.Uri
import android.view.View
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient

/** The core's own page, and nothing else, in a WebView. */
class ControlPage(private val view: WebView, requests: PageRequests) {
    private var home: Uri? = null

    init {
        @SuppressLint("SetJavaScriptEnabled") // the page is our own, with a policy that lets in no other script
        view.settings.javaScriptEnabled = true
        view.settings.domStorageEnabled = true
        view.settings.allowFileAccess = false
        view.settings.allowContentAccess = false
        view.settings.userAgentString = "${view.settings.userAgentString} HandheldApp"
        view.addJavascriptInterface(requests, "HandheldApp")
        view.webViewClient = object : WebViewClient() {
            override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest) = !isOurs(request.url)
        }
    }

    /** Opens the page with a link that the core made for this once. */
    fun open(link: String) {
        home = Uri.parse(link)
        view.loadUrl(link)
        view.visibility = View.VISIBLE
    }

    fun close() {
        home = null
        view.visibility = View.GONE
        view.loadUrl("about:blank")
    }

    /** False where there is nothing to go back to. */
    fun back(): Boolean {
        if (view.visibility != View.VISIBLE || !view.canGoBack()) return false
        view.goBack()
        return true
    }

    private fun isOurs(url: Uri) = url.scheme == home?.scheme && url.authority == home?.authority
}
