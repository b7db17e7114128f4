import type { Suggestions } from "../parts/suggest-field.tsx";

/** Names for an open `{{` before the caret; the choice closes it. */
export function suggestNames(before: string, names: readonly string[]): Suggestions | null {
  const [whole, begun] = /\{\{\s*([\w.$-]*)$/.exec(before) ?? [];
  if (whole === undefined || begun === undefined) return null;
  const wanted = begun.toLowerCase();
  const matching = names.filter((name) => name.toLowerCase().includes(wanted));
  const first = matching.filter((name) => name.toLowerCase().startsWith(wanted));
  const rest = matching.filter((name) => !first.includes(name));
  return {
    from: before.length - whole.length,
    choices: [...first, ...rest].map((name) => `{{${name}}}`),
  };
}
