package dev.handheld.shims

import dev.handheld.BridgeException
import org.json.JSONObject
import java.security.GeneralSecurityException
import java.security.KeyFactory
import java.security.KeyPairGenerator
import java.security.Signature
import java.security.spec.ECGenParameterSpec
import java.security.spec.PKCS8EncodedKeySpec
import java.util.Base64

/** The key of the server's certificate, and signatures with it. */
class Keys {
    fun create(): String {
        val pair = KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }.generateKeyPair()
        val base64 = Base64.getEncoder()
        return JSONObject()
            .put("private_pkcs8", base64.encodeToString(pair.private.encoded))
            .put("public_spki", base64.encodeToString(pair.public.encoded))
            .toString()
    }

    fun sign(privatePkcs8: ByteArray, data: ByteArray): ByteArray = try {
        val key = KeyFactory.getInstance("EC").generatePrivate(PKCS8EncodedKeySpec(privatePkcs8))
        Signature.getInstance("SHA256withECDSA").run {
            initSign(key)
            update(data)
            sign()
        }
    } catch (e: GeneralSecurityException) {
        throw BridgeException("invalid_arguments", "The key cannot sign: ${e.message}")
    }
}
