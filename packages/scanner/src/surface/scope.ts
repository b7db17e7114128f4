/**
 * The operations that a scan calls. Each is a pattern of `GET /orders/{orderId}` or of an operation
 * id, in which `*` matches any characters.
 */
export interface Scope {
  /** All operations if empty. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Whether an operation is in scope. */
export function isInScope(
  { include, exclude }: Scope,
  { id, operationId }: { readonly id: string; readonly operationId: string | null },
): boolean {
  const names = operationId === null ? [id] : [id, operationId];
  const isAny = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => names.some((name) => matches(pattern, name)));
  return (include.length === 0 || isAny(include)) && !isAny(exclude);
}

/** In linear time, unlike a regular expression with many `.*`. */
function matches(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
