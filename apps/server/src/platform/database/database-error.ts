/** A transaction that found its own beginning out of date; run again, it does not. */
export class OutdatedError extends Error {}

/** Whether a transaction lost against another one and may simply be run again. */
export function isTransient(error: unknown): boolean {
  const code = readCode(error);
  const isLost = code === "40001" || code === "40P01" || error instanceof OutdatedError;
  return isLost || isStalePlan(error);
}

/**
 * Whether a prepared statement reads columns that a table has got since: a newer node upgraded the
 * schema. Told by PostgreSQL's own routine, for the code is shared and the message translated.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && "routine" in error && error.routine === "RevalidateCachedQuery";
}

/** Whether a unique constraint refused. */
export function isDuplicate(error: unknown): boolean {
  return readCode(error) === "23505";
}

/** The SQLSTATE of a database error, or the code of a broken connection; null for other errors. */
export function readCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  return lostInWords.some((words) => error.message.includes(words)) ? "08006" : null;
}

/** How a lost or unobtainable connection is told where it has no code. */
const lostInWords = [
  "Connection terminated",
  "is not queryable",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error",
  "PGlite is closed",
  "database could not be opened",
];
