"""The official SDK, as fast as it gets: plain JSON, texts without a schema, no logging, sessions only where asked for."""

import sys

import quiet
from mcp.server import MCPServer

server = MCPServer("bench", log_level="WARNING")


@server.tool(structured_output=False)
async def echo(text: str) -> str:
    """Says the same."""
    return text


@server.tool(structured_output=False)
def echo_from_a_thread(text: str) -> str:
    """Says the same."""
    return text


parser, sessions = sys.argv[1:]
quiet.serve(server.streamable_http_app(stateless_http=sessions == "none", json_response=True), parser)
