import { CORE_SCHEMA, load, YAMLException } from "js-yaml";
import { isObject } from "@lintel/json/value";
import { limits } from "../values/limits.ts";
import type { PageWarning } from "../values/warning.ts";
import type { FrontMatter, FrontMatterKey } from "../values/front-matter.types.ts";
import type { PageParts } from "./split-front-matter.ts";

const isText = (value: unknown) => typeof value === "string";

/** The type of each key, and its name in a warning. */
export const frontMatterKeys: Readonly<
  Record<FrontMatterKey, { readonly takes: string; readonly fits: (value: unknown) => boolean }>
> = {
  title: { takes: "text", fits: isText },
  slug: { takes: "text", fits: isText },
  order: { takes: "a whole number", fits: (value) => Number.isSafeInteger(value) },
  icon: { takes: "text", fits: isText },
  description: { takes: "text", fits: isText },
};

const isKey = (name: string): name is FrontMatterKey => Object.hasOwn(frontMatterKeys, name);

/** A title such as 2026 or true is read as the text that was written. */
const readValue = (key: FrontMatterKey, value: unknown) =>
  key !== "order" && (typeof value === "number" || typeof value === "boolean")
    ? String(value)
    : value;

type Warn = (warning: PageWarning) => void;

function explain(error: unknown, linesAbove: number): PageWarning {
  const isYaml = error instanceof YAMLException;
  const reason = isYaml ? error.reason : "not YAML";
  const line = isYaml ? (error.mark?.line ?? 0) : 0;
  const message = `The front matter is not read: ${reason}`;
  return { code: "FRONT_MATTER_INVALID", message, line: line + 1 + linesAbove };
}

/** One line, the opening fence, precedes the YAML. */
const linesAbove = 1;

function parse(yaml: string, warn: Warn): Readonly<Record<string, unknown>> {
  const refuse = (message: string) => {
    warn({ code: "FRONT_MATTER_INVALID", message, line: 1 });
    return {};
  };
  if (yaml.length > limits.frontMatterCharacters) {
    return refuse(`Front matter has at most ${limits.frontMatterCharacters} characters`);
  }
  // The parser rejects an empty document.
  if (yaml.replaceAll(/^[ \t]*#.*$/gm, "").trim() === "") return {};
  try {
    // Without aliases, a short text cannot expand into a large value.
    const value = load(yaml, { schema: CORE_SCHEMA, maxAliases: 0, maxDepth: 16 });
    if (isObject(value)) return value;
    return value === null ? {} : refuse("Front matter is lines of `key: value`");
  } catch (error) {
    warn(explain(error, linesAbove));
    return {};
  }
}

function findLine(yaml: string, key: string): number {
  const at = yaml.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return Math.max(at, 0) + 1 + linesAbove;
}

/** Reads the keys of a page's front matter. Omits invalid values, with a warning. */
export function readFrontMatter(parts: PageParts, warn: Warn): FrontMatter {
  if (parts.yaml === null) return { fields: {}, others: {}, source: "" };
  const fields: Record<string, unknown> = {};
  const others: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, written] of Object.entries(parse(parts.yaml, warn))) {
    const line = findLine(parts.yaml, name);
    if (!isKey(name)) {
      others[name] = written;
      const message = `The key \`${name.slice(0, 80)}\` is unknown; it is kept`;
      warn({ code: "FRONT_MATTER_KEY_UNKNOWN", message, line });
      continue;
    }
    const value = readValue(name, written);
    if (frontMatterKeys[name].fits(value)) fields[name] = value;
    else if (value !== null) {
      const message = `\`${name}\` takes ${frontMatterKeys[name].takes}`;
      warn({ code: "FRONT_MATTER_VALUE_INVALID", message, line });
    }
  }
  return { fields, others, source: parts.head };
}
