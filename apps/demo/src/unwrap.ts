type Result<T> =
  | { ok: true; value: T }
  | { ok: false; problem: { code: string; detail: string; errors?: unknown } };

/** The value of a successful call. @throws Error if the call was refused */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code, detail, errors = [] } = result.problem;
  throw new Error(`${code}: ${detail} ${JSON.stringify(errors)}`);
}
