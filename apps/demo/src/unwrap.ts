type Result<T> =
  | { ok: true; value: T }
  | { ok: false; problem: { code: string; detail: string; errors?: unknown } };

/** What a call answered. @throws Error where it was refused: nothing of the demonstration is to be. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code, detail, errors = [] } = result.problem;
  throw new Error(`${code}: ${detail} ${JSON.stringify(errors)}`);
}
