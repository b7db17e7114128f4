import { Problem } from "../../../platform/problem.ts";
import { documentTasks, type TaskInput, type TaskName, type TaskOutput } from "./document-tasks.ts";
import type { TaskAnswer, TaskCall } from "./document-worker.ts";
import { createThreadPool, isOutOfMemory } from "../../../platform/thread-pool.ts";
import { createThreadSlots } from "../../../platform/thread-slots.ts";

/** Whose documents, and how large they are together, in characters. */
export interface DocumentLoad {
  readonly organizationId: string;
  readonly size: number;
}

/** Does the work on documents: short work at once, long work in a thread. */
export interface DocumentWork {
  /**
   * Organizations take turns, and one leaves a thread for the others.
   * @throws Problem of the task's own; DOCUMENT_TOO_COSTLY where it takes too long, or too much memory; UNAVAILABLE where
   * too much of it waits already, and no other organization has more waiting.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    load: DocumentLoad,
  ): Promise<TaskOutput<Name>>;
  /**
   * Resolves when documents of this size may be written to a database, to what ends that: large ones follow one
   * another, and other calls come between them.
   * @throws Problem UNAVAILABLE where too many wait already, and no other organization has more waiting.
   */
  enterWriting(load: DocumentLoad): Promise<() => void>;
  close(): Promise<void>;
}

export interface DocumentWorkOptions {
  /** Work on documents from this size on is done in threads, in characters; 50,000 unless given. */
  readonly threadedSize?: number;
  /** How long a task may take in a thread, its wait for one not counted; 30 s unless given. */
  readonly limitMs?: number;
  /** So many tasks run at a time; two unless given. */
  readonly threads?: number;
  /** So many more may wait: each holds its documents in memory; 16 unless given. */
  readonly maxWaiting?: number;
}

/** Enough for 20 MiB of YAML; a document that needs more ends its thread, not the server. */
const maxHeapMiB = 1_536;
/** New objects of a document mostly stay: more room for them is only more memory. */
const youngHeapMiB = 16;

/** Whatever the size: rules of others, whose time nothing else bounds. */
const alwaysThreaded: ReadonlySet<TaskName> = new Set(["lintStored"]);

/** What is written to the database afterwards: such work follows one another. */
const isWritten: ReadonlySet<TaskName> = new Set(["readDocument", "mergeDocument", "copyStored"]);

/** The owner of what is read, which has taken turns before. */
const readersTurn = "readers";

/** From so many characters on, what such work leaves behind is let go of at once. */
const largeSize = 2_000_000;

export function createDocumentWork(options: DocumentWorkOptions = {}): DocumentWork {
  const { threadedSize = 50_000, limitMs = 30_000, threads = 2, maxWaiting = 16 } = options;
  const atOnceEach = Math.max(1, threads - 1);
  const slots = createThreadSlots({ atOnce: threads, atOnceEach, maxWaiting });
  // Imports and copies follow one another, so that a processor is left for all other calls.
  const readers = createThreadSlots({ atOnce: 1, maxWaiting });
  const writers = createThreadSlots({ atOnce: 1, maxWaiting });
  const pool = createThreadPool({
    worker: new URL("document-worker", import.meta.url),
    entry: "perform",
    maxThreads: threads,
    heap: { old: maxHeapMiB, young: youngHeapMiB },
  });

  const takeThread = (owner: string, call: TaskCall): Promise<unknown> => {
    const take = (turn: string) => slots.take(turn, () => runInThread(call));
    // Its other work must not hold up a reader, which all other readers wait for.
    return isWritten.has(call.name) ? readers.take(owner, () => take(readersTurn)) : take(owner);
  };

  async function runInThread(call: TaskCall): Promise<unknown> {
    const open = await pool.open();
    const limit = AbortSignal.timeout(limitMs);
    let answer: TaskAnswer;
    try {
      answer = (await open.run(call, { signal: limit })) as TaskAnswer;
    } catch (error) {
      throw toProblem(error, limit) ?? error;
    }
    if (answer.kind === "done") return answer.output;
    throw new Problem(answer.code, answer.detail, answer.members);
  }

  function toProblem(error: unknown, limit: AbortSignal): Problem | null {
    if (limit.aborted) return tooCostly(`It was stopped after ${limitMs / 1000} s.`);
    return isOutOfMemory(error)
      ? tooCostly(`It was stopped at ${maxHeapMiB} MiB of memory.`)
      : null;
  }

  return {
    async run<Name extends TaskName>(name: Name, input: TaskInput<Name>, load: DocumentLoad) {
      const { organizationId, size } = load;
      const isLong = size >= threadedSize || alwaysThreaded.has(name);
      // The table of tasks ties the name to what goes in and comes out.
      const output: unknown = isLong
        ? await takeThread(organizationId, {
            name,
            input,
            isLarge: isWritten.has(name) && size >= largeSize,
          })
        : await documentTasks[name](input as never);
      return output as TaskOutput<Name>;
    },
    enterWriting: ({ organizationId, size }) =>
      size >= threadedSize ? writers.enter(organizationId) : Promise.resolve(() => undefined),
    async close() {
      await pool.close();
    },
  };
}

const tooCostly = (why: string): Problem =>
  new Problem(
    "DOCUMENT_TOO_COSTLY",
    `The work on this document takes too much. ${why} Split the document into smaller ones; where it was linted, turn off rules.`,
  );
