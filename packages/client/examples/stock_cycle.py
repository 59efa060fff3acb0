"""The HTTP interface of Stock Cycle with the standard library alone: calls, pages and event streams."""

import http.client
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ.get("STOCK_CYCLE_URL", "http://127.0.0.1:3000")
API_KEY = os.environ.get("STOCK_CYCLE_API_KEY", "")
ATTEMPTS = 10


class StockCycleError(Exception):
    """A request that the server rejected. Its text is the server's own sentence."""

    def __init__(self, status, body, retry_after=None):
        super().__init__(body.get("error", f"HTTP {status}"))
        self.status = status
        self.code = body.get("code", "unauthorized" if status == 401 else "unknown")
        self.fields = body.get("fields", [])
        self.details = body.get("details", {})
        self.retry_after = retry_after


def call(method, path, body=None):
    """The `data` of a response. Raises StockCycleError, or urllib.error.URLError if the server does not answer."""
    with _open(method, path, body) as response:
        return json.load(response)["data"]


def pages(path):
    """The pages of a list. The path has a query."""
    offset = 0
    while True:
        page = call("GET", f"{path}&offset={offset}")
        yield page
        if not page["pagination"]["hasMore"]:
            return
        offset += page["pagination"]["limit"]


def stream(path):
    """The events of a stream as (name, data), until the last one; a connection that breaks is opened again."""
    failed = 0
    while True:
        try:
            with _open("GET", path) as response:
                for name, data in _events(response):
                    failed = 0
                    yield name, json.loads(data)
                    if name != "progress":
                        return
        except StockCycleError as error:
            if error.status < 500:
                raise
        except (OSError, http.client.HTTPException):
            pass
        failed += 1
        if failed >= ATTEMPTS:
            raise ConnectionError(f"{path} could not be followed to its end")
        time.sleep(min(2 ** (failed - 1), 30))


def _events(lines):
    name, data = "", []
    for line in (raw.decode().rstrip("\r\n") for raw in lines):
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif line == "":
            if name == "error":
                return
            if data:
                yield name, "\n".join(data)
            name, data = "", []


def _open(method, path, body=None):
    request = urllib.request.Request(URL + path, method=method)
    if API_KEY:
        request.add_header("Authorization", f"Bearer {API_KEY}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    try:
        # A stream sends a heartbeat every 20 seconds.
        return urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        raise StockCycleError(error.code, _json_of(error), error.headers.get("Retry-After")) from None


def _json_of(error):
    try:
        return json.load(error)
    except ValueError:
        return {}
