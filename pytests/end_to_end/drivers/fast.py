"""Drives a server with FastMCP's client, and prints what it saw as JSON: fast.py URL TOKEN"""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.exceptions import ToolError


async def drive(url, token):
    seen, progress = {}, []

    async def on_progress(done, total, message):
        progress.append(done)

    transport = StreamableHttpTransport(url, headers={"authorization": f"Bearer {token}"})
    async with Client(transport, progress_handler=on_progress) as client:
        seen["tools"] = [tool.name for tool in await client.list_tools()]
        screen = await client.call_tool("android_get_screen_state", {})
        seen["screen"] = screen.content[0].text
        apps = await client.call_tool("android_list_apps", {})
        seen["apps"] = apps.structured_content
        try:
            await client.call_tool("android_tap", {"x": -1, "y": 0})
        except ToolError as error:
            seen["tool error"] = str(error)
        await client.call_tool("report", {})
        seen["progress"] = progress
        seen["resource"] = (await client.read_resource("android://screen"))[0].text
        seen["prompt"] = (await client.get_prompt("explain_screen")).messages[0].content.text
    return seen


print(json.dumps(asyncio.run(drive(*sys.argv[1:]))))
