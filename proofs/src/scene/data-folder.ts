import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder that is gone after the proof. */
export interface Scratch {
  readonly path: string;
  /** Where a server's data go: not there yet, so that the server makes it. */
  readonly data: string;
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await mkdtemp(path.join(tmpdir(), "lintel-proof-"));
  return {
    path: folder,
    data: path.join(folder, "data"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
