"""Adds 7 and 3 on a phone with the official SDK's client, and prints what it saw as JSON: calculator.py URL TOKEN"""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def element(client, by, value):
    found = await client.call_tool("android_find_elements", {"by": by, "value": value, "exact_match": True})
    return found.structured_content["elements"][0]


async def drive(url, token):
    http = httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=60)
    async with http, Client(streamable_http_client(url, http_client=http)) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        await client.call_tool("android_open_app", {"package_id": "com.example.calculator"})
        await client.call_tool("android_wait_for_element", {"by": "content_desc", "value": "equals", "timeout": 10000})
        for by, value in [("text", "7"), ("content_desc", "plus"), ("text", "3"), ("content_desc", "equals")]:
            await client.call_tool("android_click_element", {"element_id": (await element(client, by, value))["id"]})
        shown = (await element(client, "resource_id", "android:id/text1"))["text"]
        state = await client.call_tool("android_get_screen_state", {"include_screenshot": True})
        return {"tools": tools, "shown": shown, "kinds": [content.type for content in state.content]}


print(json.dumps(asyncio.run(drive(*sys.argv[1:]))))
