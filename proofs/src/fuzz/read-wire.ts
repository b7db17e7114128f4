import type { Schema } from "./api-description.ts";

export function sameMediaType(declared: string, given: string): boolean {
  const plain = (text: string): string => text.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return plain(declared) === plain(given);
}

/** A blank before the value is allowed, and so is a byte order mark (RFC 8259 §8.1); bad UTF-8 is not. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

export function pathValues(template: string, target: string): Record<string, string> {
  const parts = (target.split("?", 1)[0] ?? "").split("/");
  return Object.fromEntries(
    template
      .split("/")
      .flatMap((part, at) =>
        part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(parts[at] ?? "")]] : [],
      ),
  );
}

export function readText(schema: Schema, text: string): unknown {
  if (schema["type"] === "integer" || schema["type"] === "number") return readNumber(text);
  if (schema["type"] === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

export function readNumber(text: string): unknown {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
