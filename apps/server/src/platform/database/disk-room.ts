import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

/** The folder of an embedded database, and the free space that it needs. */
export interface WatchedDisk {
  readonly folder: string;
  readonly neededBytes: number;
}

/**
 * Minimum free space for writes. The write-ahead log grows in files of 16 MiB, and an engine that
 * cannot create the next one never answers again.
 */
export const neededBytes = 32 * 1024 * 1024;

export async function isFull({ folder, neededBytes: needed }: WatchedDisk): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < needed;
}

/** A write that the disk has no space for, with PostgreSQL's code (Appendix A, Class 53). */
class DiskFullError extends Error {
  readonly code = "53100";

  constructor(folder: string, freeBytes: number) {
    const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;
    super(
      `The disk of ${folder} has ${mebibytes(freeBytes)} of free space; the embedded database needs ${mebibytes(neededBytes)} to write.`,
    );
  }
}

/** Minimum interval of checks, in milliseconds. The engine writes less than 32 MiB in that time. */
const lookEveryMs = 50;

/** The free space on the disk of one embedded database. */
export class DiskRoom {
  readonly #disk: WatchedDisk;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #freeBytes = Number.POSITIVE_INFINITY;

  constructor(disk: WatchedDisk) {
    this.#disk = disk;
  }

  /** @throws DiskFullError if there is too little space to write */
  need(): void {
    const { folder, neededBytes: needed } = this.#disk;
    const now = performance.now();
    if (now - this.#lookedAt > lookEveryMs) {
      const { bavail, bsize } = statfsSync(folder);
      this.#freeBytes = bavail * bsize;
      this.#lookedAt = now;
    }
    if (this.#freeBytes < needed) throw new DiskFullError(folder, this.#freeBytes);
  }

  /** @throws DiskFullError if an SQL statement writes and there is too little space */
  needFor(text: string): void {
    if (writing.test(text)) this.need();
  }
}

/** Keywords of writes. A statement that only mentions one is also treated as a write. */
const writing = /\b(?:insert|update|delete|merge|create|alter|truncate|copy)\b/i;

/** Refuses statements that write while there is too little space, also within a transaction. */
export class RoomPlugin implements KyselyPlugin {
  readonly #room: DiskRoom;

  constructor(room: DiskRoom) {
    this.#room = room;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind === "RawNode") this.#room.needFor(node.sqlFragments.join(" "));
    else if (node.kind !== "SelectQueryNode") this.#room.need();
    return node;
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}
