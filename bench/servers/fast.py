"""FastMCP, as fast as it gets: plain JSON, texts without a schema, no logging, sessions only where asked for."""

import sys

import quiet
from fastmcp import FastMCP

server = FastMCP("bench")


@server.tool(output_schema=None)
async def echo(text: str) -> str:
    """Says the same."""
    return text


@server.tool(output_schema=None)
def echo_from_a_thread(text: str) -> str:
    """Says the same."""
    return text


parser, sessions = sys.argv[1:]
quiet.serve(server.http_app(stateless_http=sessions == "none", json_response=True), parser)
