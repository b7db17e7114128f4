import { readValue } from "../parse/read-value.ts";
import { isCompound, memberOf, type Json } from "@lintel/json/value";

/** So many are looked at; no document needs more. */
const most = 1_000;

/**
 * The addresses, as written and without their fragments, that the `$ref`s of any document lead out
 * to. What kind of object each part of it is depends on who refers to it: every `$ref` counts.
 * @throws DocumentError where the text is neither JSON nor YAML.
 */
export function listWrittenReferences(text: string): string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (!isCompound(value) || found.size >= most) return;
    const ref = memberOf(value, "$ref");
    if (typeof ref === "string" && !ref.startsWith("#")) found.add(ref.split("#", 1)[0] ?? "");
    for (const member of Object.values<Json>(value)) visit(member);
  };
  visit(readValue(text).value);
  return [...found];
}
