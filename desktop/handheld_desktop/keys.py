"""The server's key on a desktop: what java.security does on a phone."""

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from handheld.device import KeyPair
from handheld.errors import InvalidArguments


def new_key() -> KeyPair:
    key = ec.generate_private_key(ec.SECP256R1())
    return KeyPair(
        key.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo),
    )


def sign(private_pkcs8: bytes, data: bytes) -> bytes:
    try:
        key = serialization.load_der_private_key(private_pkcs8, None)
    except ValueError as error:
        raise InvalidArguments("Not a private key in PKCS #8 form") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise InvalidArguments("Not an elliptic-curve key")
    return key.sign(data, ec.ECDSA(hashes.SHA256()))
