"""The server's address as a QR code, for a camera."""

import io

import segno


def svg(text: str) -> bytes:
    out = io.BytesIO()
    # Dark on light whatever the page's colours: some cameras do not read the reverse.
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=2, dark="#111", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue()
