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

/** Where an embedded database writes, and how much room it needs to go on. */
export interface WatchedDisk {
  readonly folder: string;
  readonly neededBytes: number;
}

/**
 * Below this an embedded database takes no more writes. Its journal grows in files of 16 MiB, and an
 * engine that cannot make the next one never answers again.
 */
export const neededBytes = 32 * 1024 * 1024;

export async function isFull({ folder, neededBytes: needed }: WatchedDisk): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < needed;
}

/** A write that the disk has no room for, with PostgreSQL's code for it (Appendix A, Class 53). */
export class DiskFullError extends Error {
  readonly code = "53100";

  constructor(folder: string, freeBytes: number) {
    const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;
    super(
      `The disk of ${folder} has ${mebibytes(freeBytes)} of free space; the embedded database needs ${mebibytes(neededBytes)} to write.`,
    );
  }
}

/** Looks at the disk at most so often, in milliseconds: the engine writes less than 32 MiB in that time. */
const lookEveryMs = 50;

/** The room on the disk of one embedded database. */
export class DiskRoom {
  readonly #disk: WatchedDisk;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #freeBytes = Number.POSITIVE_INFINITY;

  constructor(disk: WatchedDisk) {
    this.#disk = disk;
  }

  /** @throws DiskFullError where there is too little room to write */
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

  /** @throws DiskFullError where a statement in SQL writes and there is too little room */
  needFor(text: string): void {
    if (writing.test(text)) this.need();
  }
}

/** What tells a statement that writes; a text that merely mentions such a word waits for room as well. */
const writing = /\b(?:insert|update|delete|merge|create|alter|truncate|copy)\b/i;

/** Refuses statements that write while there is too little room, those within a transaction too. */
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
