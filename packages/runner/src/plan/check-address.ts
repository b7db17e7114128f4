import type { ProblemList } from "../problems/problem-list.ts";
import type { Template } from "../template/template.types.ts";

const scheme = /^\s*([a-z][a-z0-9+.-]*):\/\//i;

/** Whether a text is a complete address rather than a path below the base URL. */
export function hasScheme(text: string): boolean {
  return scheme.test(text);
}

/** The known beginning of an address; undefined if a variable determines it. */
export function readStart(url: Template): string | undefined {
  if (url.kind === "constant") return typeof url.value === "string" ? url.value : undefined;
  const first = url.kind === "text" ? url.parts[0] : undefined;
  return typeof first === "string" ? first : undefined;
}

/** Refuses an address whose scheme is neither http nor https, such as a misspelt one. */
export function checkScheme(url: Template, field: string, problems: ProblemList): void {
  const name = scheme.exec(readStart(url) ?? "")?.[1]?.toLowerCase();
  if (name === undefined || name === "http" || name === "https") return;
  const message = `The address begins with ${name}://. Write http:// or https://, or a path below the environment's base URL.`;
  problems.add(field, "INVALID_URL", message);
}
