"""Sends an SMS with the official SDK's client, whose person answers it: confirm.py URL TOKEN auto|legacy accept|decline|none

Prints a JSON line for each thing that happens, so that whoever watches can decide on the phone meanwhile."""

import asyncio
import json
import sys

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

SMS = {"to_phone_number": "+36201234567", "sms_text": "On my way", "subscription_id": 1}


def tell(**what):
    print(json.dumps(what), flush=True)


async def drive(url, token, mode, action):
    async def answer(context, params):
        tell(told=params.message, schema=params.requested_schema)
        return types.ElicitResult(action=action, content={} if action == "accept" else None)

    callback = None if action == "none" else answer
    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=20) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode, elicitation_callback=callback) as client,
    ):
        for _ in range(2):
            result = await client.call_tool("android_send_sms", SMS)
            tell(error=result.is_error, said=result.content[0].text)
            if not result.is_error or sys.stdin.readline() == "":
                return


asyncio.run(drive(*sys.argv[1:]))
