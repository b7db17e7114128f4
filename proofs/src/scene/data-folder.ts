import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder that is deleted after the proof. */
export interface Scratch {
  readonly path: string;
  /** The data folder, which does not exist yet, so that the server creates it. */
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
