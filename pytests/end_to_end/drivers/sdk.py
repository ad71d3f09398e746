"""Drives a server with the official SDK's client, and prints what it saw as JSON: sdk.py URL TOKEN auto|legacy"""

import asyncio
import json
import sys

import anyio
import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError


async def answer(context, params):
    return types.ElicitResult(action="accept", content={"name": "Ada"})


async def failed(awaitable):
    try:
        await awaitable
    except MCPError as error:
        return error.code
    return None


async def cancelled(client):
    """Gives up on a call; the client tells the server, and still works."""
    with anyio.move_on_after(3):
        await client.call_tool("wait", {})
    return not (await client.call_tool("echo", {"text": "still here"})).is_error


async def heard(client):
    async with client.listen(resource_subscriptions=["android://screen"]) as listening:
        await client.call_tool("android_press_home", {})
        async for event in listening:
            return type(event).__name__
    return None


async def drive(url, token, mode):
    seen = {}
    progress = []

    async def on_progress(done, total, message):
        progress.append([done, total, message])

    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=20) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=answer) as client:
            seen["version"] = client.protocol_version
            seen["server"] = client.server_info.name
            seen["instructions"] = client.instructions
            seen["capabilities"] = client.server_capabilities.model_dump(exclude_none=True)
            seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
            screen = await client.call_tool("android_get_screen_state", {"include_screenshot": True})
            seen["screen"] = [content.type for content in screen.content]
            seen["apps"] = (await client.call_tool("android_list_apps", {})).structured_content
            seen["tool error"] = (await client.call_tool("android_tap", {"x": -1, "y": 0})).is_error
            seen["unknown tool"] = await failed(client.call_tool("android_fly", {}))
            await client.call_tool("report", {}, progress_callback=on_progress)
            seen["progress"] = progress
            seen["resources"] = [str(resource.uri) for resource in (await client.list_resources()).resources]
            seen["templates"] = [found.uri_template for found in (await client.list_resource_templates()).resource_templates]
            read = await client.read_resource("android://screen")
            seen["resource"] = read.contents[0].text
            seen["no resource"] = await failed(client.read_resource("android://nothing"))
            seen["prompts"] = [prompt.name for prompt in (await client.list_prompts()).prompts]
            prompt = await client.get_prompt("do_task", {"task": "call Ada"})
            seen["prompt"] = prompt.messages[0].content.text
            reference = types.PromptReference(type="ref/prompt", name="do_task")
            completion = await client.complete(reference, {"name": "package_id", "value": "com."})
            seen["completion"] = completion.completion.values
            if mode == "legacy":
                await client.send_ping()
                await client.set_logging_level("info")
            else:
                seen["asked"] = (await client.call_tool("ask", {})).content[0].text
                seen["heard"] = await heard(client)
            seen["cancelled"] = await cancelled(client)
    return seen


print(json.dumps(asyncio.run(drive(*sys.argv[1:]))))
