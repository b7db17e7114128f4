import process from "node:process";
import type { Connection } from "../network/connect.ts";
import { Failure } from "../outcome/failure.ts";
import { digestBytes, isText, type LocalFile } from "./local-files.ts";

const isWindows = process.platform === "win32";

/** Identifies a version of a documentation in calls. */
export interface VersionPlace {
  readonly projectId: string;
  readonly docId: string;
  readonly versionId: string;
}

export interface ServerFiles {
  /** Digests by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths that are not written to this disk; a push would not send them either. */
  readonly skipped: readonly string[];
}

export async function listServerFiles(
  connection: Connection,
  place: VersionPlace,
): Promise<ServerFiles> {
  const { files } = await connection.call("list the files", "listDocFiles", place);
  const safe = files.filter(({ path }) => isWritable(path));
  return {
    files: new Map(safe.map(({ path, digest }) => [path, digest])),
    skipped: files.flatMap(({ path }) => (isWritable(path) ? [] : [path])),
  };
}

/** Whether a path may be written: not one that leaves the folder or is a tool's setting. */
function isWritable(path: string): boolean {
  // Hidden names are settings of tools, such as `.git`.
  const isUnsafe = (name: string) =>
    name === "" ||
    name.startsWith(".") ||
    /[\\\p{Cc}]/u.test(name) ||
    (isWindows && name.includes(":"));
  return !path.split("/").some(isUnsafe);
}

/** The present content of files on the service. */
export async function fetchServerFiles(
  connection: Connection,
  place: VersionPlace,
  wanted: ReadonlyMap<string, string>,
): Promise<Map<string, LocalFile>> {
  const found = new Map<string, LocalFile>();
  let paths = [...wanted.keys()].filter(isText);
  while (paths.length > 0) {
    const asked = paths.slice(0, 500);
    const { files, missing } = await connection.call("read the files", "readDocFiles", {
      ...place,
      paths: asked,
    });
    for (const { path, text } of files) found.set(path, toFile(Buffer.from(text)));
    if (files.length === 0 || missing.length > 0) break;
    paths = paths.filter((path) => !found.has(path));
  }
  for (const [path, digest] of wanted) {
    if (isText(path)) continue;
    const { bytes } = await connection.call(`read ${path}`, "getDocAsset", { ...place, digest });
    found.set(path, toFile(Buffer.from(bytes)));
  }
  for (const [path, digest] of wanted)
    if (found.get(path)?.digest !== digest) throw changedMeanwhile(path);
  return found;
}

const toFile = (bytes: Buffer): LocalFile => ({ bytes, digest: digestBytes(bytes) });

function changedMeanwhile(path: string): Failure {
  return new Failure({
    exit: "incomplete",
    code: "CHANGED_MEANWHILE",
    what: `${path} changed on the server while it was read.`,
    fix: "Nothing was written. Run the command again.",
  });
}
