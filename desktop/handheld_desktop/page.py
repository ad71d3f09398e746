"""`handheld page`: a new link to the control page of the running server."""

import http.client
import json
from urllib.parse import urlsplit

from handheld.errors import HandheldError

from .folder import DataFolder


class NoPage(HandheldError):
    """No server runs on the data folder."""


def new_link(folder: DataFolder) -> int:
    found = folder.page()
    if found is None:
        raise NoPage(f"No server runs on {folder.path}; start one with handheld serve")
    url, launcher = found
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    try:
        connection.request("POST", "/api/link", json.dumps({"launcher": launcher}), {"content-type": "application/json"})
        print(json.loads(connection.getresponse().read())["link"])
    except (OSError, ValueError, KeyError) as error:
        raise NoPage(f"The control page at {url} does not answer; was the server killed?") from error
    finally:
        connection.close()
    return 0
