import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { syncDocVersion } from "@lintel/contract/operations/doc-files";
import type { Documentation } from "@lintel/contract/shapes/docs";
import type { OptionValues } from "../command-line/option.types.ts";
import type { Connection } from "../network/connect.ts";
import { Failure } from "../outcome/failure.ts";
import type { Terminal } from "../output/terminal.ts";
import type { VersionPlace } from "./fetch-files.ts";
import { isText, type LocalFile } from "./local-files.ts";
import { changedAfter } from "./push-refusals.ts";
import type { PushTarget } from "./push-target.ts";
import { writeState, type SyncState } from "./sync-state.ts";
import type { Settling } from "./take-files.ts";

export type Synced = OutputOf<typeof syncDocVersion>;
type SyncInput = InputOf<typeof syncDocVersion> & VersionPlace;
export type Files = ReadonlyMap<string, LocalFile>;

/** A push: what it sends, and where. */
export interface PushWork {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly options: OptionValues;
  readonly folder: string;
  readonly settling: Settling;
  readonly documentation: Documentation;
  readonly target: PushTarget;
  /** The base version of the push. */
  readonly place: VersionPlace;
  readonly state: SyncState | null;
}

export async function sync(
  { connection, state, target }: PushWork,
  place: VersionPlace,
  files: Files,
  { needed, ...fields }: Partial<SyncInput> & { readonly needed?: ReadonlySet<string> },
): Promise<Synced> {
  // The stored state of another version is only valid for a copy of that version.
  const isKnown = state?.docId === place.docId && state.versionId === target.version.id;
  const base = isKnown ? toList(Object.entries(state.files)) : null;
  try {
    return await connection.call("push the documentation", "syncDocVersion", {
      ...place,
      ...fields,
      ...(base === null ? {} : { base }),
      files: Array.from(files, ([path, { digest, bytes }]) =>
        needed?.has(path) === true && isText(path)
          ? { path, digest, text: bytes.toString("utf8") }
          : { path, digest },
      ),
    });
  } catch (error) {
    throw error instanceof Failure && error.code === "PRECONDITION_FAILED" ? changedAfter() : error;
  }
}

const toList = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([path, digest]) => ({ path, digest }));

/** Stores what the version contains now, for the next push or pull. */
export function remember(
  { folder }: PushWork,
  { docId, versionId }: VersionPlace,
  files: Files,
): void {
  const digests = Array.from(files, ([path, { digest }]) => [path, digest] as const);
  const texts = [...files].filter(([path]) => isText(path));
  writeState(
    folder,
    { docId, versionId, files: Object.fromEntries(digests) },
    texts.map(([, { digest, bytes }]) => [digest, bytes] as const),
  );
}
