import { describe, expect, it } from "vitest";
import { problemCodes, problemTable } from "@lintel/contract/words/problems";
import { toolOperations } from "@lintel/contract/tools";
import { nameNextTool } from "./next-tool.ts";

const names = new Set(toolOperations.map(({ tool }) => tool.name));

function hintOf(name: string, code: Parameters<typeof nameNextTool>[0]): string | null {
  const operation = toolOperations.find(({ tool }) => tool.name === name);
  if (operation === undefined) throw new Error(`There is no tool ${name}.`);
  return nameNextTool(code, operation);
}

describe("the tool to call next", () => {
  it.each([
    ["update_endpoint", "CONCURRENCY_CONFLICT", "get_endpoint"],
    ["update_parameter", "ROW_VERSION_REQUIRED", "get_endpoint"],
    ["set_request_body", "ROW_VERSION_REQUIRED", "get_endpoint"],
    ["update_tag", "CONCURRENCY_CONFLICT", "list_tags"],
    ["update_suite", "CONCURRENCY_CONFLICT", "get_suite"],
    ["get_endpoint", "NOT_FOUND", "list_endpoints"],
    ["update_component", "NOT_FOUND", "list_components"],
    ["delete_header_component", "NOT_FOUND", "list_header_components"],
    ["create_endpoint", "VERSION_LOCKED", "create_spec_version"],
  ] as const)("after %s and %s is %s", (tool, code, next) => {
    expect(hintOf(tool, code)).toContain(next);
  });

  it("always exists", () => {
    for (const operation of toolOperations) {
      for (const code of problemCodes) {
        const text = `${problemTable[code].fix} ${nameNextTool(code, operation) ?? ""}`;
        const verbs = /\b(?:get|list|create|update|delete|set|enable|check)_[a-z_]+/g;
        for (const [name] of text.matchAll(verbs)) expect(names, text).toContain(name);
      }
    }
  });
});
