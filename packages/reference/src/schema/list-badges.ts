import type { Field, Tone } from "../blocks/block.types.ts";
import type { SchemaParts } from "./collect-parts.ts";

type Badge = Field["badges"][number];

const badge = (text: string, tone: Tone): Badge => ({ badge: text, tone });

/** What a schema says of itself in one word each. */
export function listBadges({ parts }: SchemaParts, isRequired: boolean): Badge[] {
  const isSo = (name: string): boolean =>
    parts.some((part) => Object.hasOwn(part, name) && part[name] === true);
  return [
    ...(isRequired ? [badge("required", "required")] : []),
    ...(isSo("deprecated") ? [badge("deprecated", "warning")] : []),
    ...(isSo("readOnly") ? [badge("read-only", "quiet")] : []),
    ...(isSo("writeOnly") ? [badge("write-only", "quiet")] : []),
  ];
}
