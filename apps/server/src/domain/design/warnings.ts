import type { Warning } from "@lintel/contract/shapes/design";

/** A side effect of a change; `parameterId` if it concerns a parameter of the path. */
export const warn = (
  code: Warning["code"],
  fields: readonly string[],
  message: string,
  parameterId: string | null = null,
): Warning => ({ code, message, fields: [...fields], parameterId });

/** Names what was left out of a change and so cleared; nothing where there is no such field. */
export const warnNamed = (cleared: readonly string[]): Warning[] =>
  cleared.length === 0
    ? []
    : [warn("FIELDS_CLEARED", cleared, `Left out, and so cleared: ${cleared.join(", ")}.`)];
