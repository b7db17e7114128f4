import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { helpOption } from "./command-line/shared-options.ts";
import { commandList } from "./commands/command-list.ts";

const root = path.join(import.meta.dirname, "../../..");
const sources = ["apps/cli/src", "apps/server/src", "packages/contract/src", "packages/egress/src"];

function listSources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|testing\//.test(name))
    .map((name) => path.join(root, folder, name));
}

/** Every command line that a message, a comment or a help text quotes. */
function listQuoted(): [string, string][] {
  return sources.flatMap(listSources).flatMap((file) =>
    // A template literal escapes its backquotes with a backslash.
    Array.from(readFileSync(file, "utf8").matchAll(/\\?`lintel ([a-z][^`\\$]*)\\?`/g)).map(
      ([, line = ""]): [string, string] => [path.relative(root, file), line],
    ),
  );
}

describe("a command line that a message quotes", () => {
  it.each(listQuoted())("in %s exists with its options: lintel %s", (_, line) => {
    const words = line.split(/\s+/);
    const isGroup = commandList.some(({ name }) => name.startsWith(`${words[0]} `));
    const command =
      commandList.find(({ name }) => name === words.slice(0, 2).join(" ")) ??
      commandList.find(({ name }) => name === words[0]);
    expect(command !== undefined || (isGroup && words.length === 1), line).toBe(true);
    const known = [...(command?.options ?? []), helpOption].map(({ name }) => `--${name}`);
    for (const option of words.filter((word) => word.startsWith("--"))) {
      expect(known).toContain(option.split("=")[0]);
    }
  });
});
