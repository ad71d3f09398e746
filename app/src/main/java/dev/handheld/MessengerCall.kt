package dev.handheld

import android.content.ComponentName
import android.content.Context
import android.content.Intent
import android.content.ServiceConnection
import android.os.Bundle
import android.os.Handler
import android.os.IBinder
import android.os.Looper
import android.os.Message
import android.os.Messenger
import android.os.RemoteException
import android.os.TransactionTooLargeException
import java.util.concurrent.CompletableFuture

/** A Mobile MCP request to a service that is bound instead of started: one message there, one back. */
class MessengerCall(private val context: Context, private val service: ComponentName, private val request: Bundle) :
    ServiceConnection {
    private val reply = CompletableFuture<Bundle>()
    private val inbox = Messenger(Handler(Looper.getMainLooper(), ::onReply))
    private var bound = false

    fun reply(): CompletableFuture<Bundle> {
        bound = true
        if (!context.bindService(Intent().setComponent(service), this, Context.BIND_AUTO_CREATE)) fail("cannot be bound")
        return reply
    }

    /** A reply that comes now is too late, and counted as such. */
    fun end() {
        reply.cancel(false)
        if (bound) context.unbindService(this)
    }

    override fun onServiceConnected(name: ComponentName, binder: IBinder) {
        val message = Message.obtain(null, REQUEST).apply {
            data = request
            replyTo = inbox
        }
        try {
            Messenger(binder).send(message)
        } catch (e: TransactionTooLargeException) {
            reply.completeExceptionally(e)
        } catch (_: RemoteException) {
            fail("stopped while it was asked")
        }
    }

    override fun onServiceDisconnected(name: ComponentName) = fail("stopped while it was asked")

    override fun onNullBinding(name: ComponentName) = fail("can be neither started now nor bound")

    private fun onReply(message: Message): Boolean {
        if (message.what != REPLY) return false
        if (!reply.complete(message.data)) ResultReceiver.dropped.incrementAndGet()
        return true
    }

    private fun fail(how: String) {
        reply.completeExceptionally(BridgeException("action_failed", "${service.flattenToString()} $how"))
    }

    private companion object {
        const val REQUEST = 1
        const val REPLY = 2
    }
}
