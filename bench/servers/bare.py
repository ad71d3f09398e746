"""Starlette with one route that takes the same JSON and gives the same answer, and does nothing else: no token, no checks."""

import sys

import orjson
import quiet
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

MODERN = {"resultType": "complete", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "bare", "version": "1"}}}


def say(text: str) -> str:
    return text


async def call(request: Request) -> Response:
    message = orjson.loads(await request.body())
    params = message["params"]
    text = params["arguments"]["text"]
    said = say(text) if params["name"] == "echo" else await run_in_threadpool(say, text)
    result = {"content": [{"type": "text", "text": said}]} | (MODERN if "_meta" in params else {})
    return Response(orjson.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), media_type="application/json")


parser, _ = sys.argv[1:]
quiet.serve(Starlette(routes=[Route("/mcp", call, methods=["POST"])]), parser)
