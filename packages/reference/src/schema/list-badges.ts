import type { Field, Tone } from "../blocks/block.types.ts";
import type { SchemaParts } from "./collect-parts.ts";

type Badge = Field["badges"][number];

const badge = (text: string, tone: Tone): Badge => ({ badge: text, tone });

const required = badge("required", "required");
const flags = [
  ["deprecated", badge("deprecated", "warning")],
  ["readOnly", badge("read-only", "quiet")],
  ["writeOnly", badge("write-only", "quiet")],
] as const;

/** The properties of a schema that are one word each. */
export function listBadges({ parts }: SchemaParts, isRequired: boolean): Badge[] {
  const isSo = (name: string): boolean =>
    parts.some((part) => Object.hasOwn(part, name) && part[name] === true);
  const badges = isRequired ? [required] : [];
  for (const [name, said] of flags) if (isSo(name)) badges.push(said);
  return badges;
}
