/** Whether a transaction lost against another one and may simply be run again. */
export function isTransient(error: unknown): boolean {
  const code = readCode(error);
  return code === "40001" || code === "40P01";
}

/** Whether a unique constraint refused. */
export function isDuplicate(error: unknown): boolean {
  return readCode(error) === "23505";
}

/** The SQLSTATE of a database error, or the code of a broken connection; null for other errors. */
export function readCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  // pg reports a lost or unobtainable connection in words alone.
  if (
    /Connection terminated|timeout exceeded when trying to connect|PGlite is closed/.test(
      error.message,
    )
  )
    return "08006";
  return null;
}
