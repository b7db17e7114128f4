import type { EmbedReference } from "./embed.types.ts";

/** Formats an embed's reference for people. */
export function nameReference(reference: EmbedReference): string {
  const name = nameTarget(reference);
  return reference.source === undefined ? name : `${name} in ${reference.source}`;
}

function nameTarget(reference: EmbedReference): string {
  if (reference.kind === "schema") return reference.name;
  return "operationId" in reference
    ? reference.operationId
    : `${reference.method} ${reference.path}`;
}
