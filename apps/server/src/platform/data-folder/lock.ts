import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export interface Lock {
  release(): void;
}

/**
 * Takes a lock that the operating system holds for this process, so that it ends with the process
 * however that ends. Node has no file locks of its own; SQLite's exclusive transaction is one.
 *
 * @returns null where another process holds it.
 */
export function takeLock(file: string): Lock | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("pragma locking_mode = exclusive; begin exclusive");
    chmodSync(file, 0o600);
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
  return { release: () => database.close() };
}
