// Reads a JSON list of texts, writes the list of how many o200k tokens each has.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const installed = createRequire(`${process.argv[2]}/`).resolve("gpt-tokenizer/encoding/o200k_base");
const { countTokens } = await import(pathToFileURL(installed));
console.log(JSON.stringify(JSON.parse(readFileSync(0)).map((text) => countTokens(text))));
