"""The routes."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from ..core import Core


async def _health(request: Request) -> JSONResponse:
    return JSONResponse({"status": "ok"})


def application(core: Core) -> Starlette:
    return Starlette(routes=[Route("/health", _health)])
