package dev.handheld.shims

import dev.handheld.phone.OnPhone
import org.json.JSONObject
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import java.security.KeyFactory
import java.security.Signature
import java.security.spec.X509EncodedKeySpec
import java.util.Base64

class KeysTest : OnPhone() {
    private fun verified(publicSpki: ByteArray, data: ByteArray, signature: ByteArray): Boolean {
        val key = KeyFactory.getInstance("EC").generatePublic(X509EncodedKeySpec(publicSpki))
        return Signature.getInstance("SHA256withECDSA").run {
            initVerify(key)
            update(data)
            verify(signature)
        }
    }

    @Test
    fun `a signature fits its key and its data`() {
        val key = JSONObject(phone.ask { bridge.newKey() })
        val (private, public) = listOf("private_pkcs8", "public_spki").map { Base64.getDecoder().decode(key.getString(it)) }
        val signature = phone.ask { bridge.sign(private, "data".toByteArray()) }
        assertTrue(verified(public, "data".toByteArray(), signature))
        assertFalse(verified(public, "date".toByteArray(), signature))
    }

    @Test
    fun `no two keys are the same`() {
        assertTrue(phone.ask { bridge.newKey() } != phone.ask { bridge.newKey() })
    }

    @Test
    fun `what is no key does not sign`() {
        refused("invalid_arguments") { bridge.sign(ByteArray(10), ByteArray(1)) }
    }
}
