import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ProblemCode } from "@lintel/contract/words/problems";
import { Problem } from "../../../platform/problem.ts";
import { documentTasks, type TaskName } from "./document-tasks.ts";

setFlagsFromString("--expose-gc");
/** Collects this thread's garbage; a thread that ended with its work would have to be made, and warmed, again. */
const collectGarbage = runInNewContext("gc") as () => void;

// What runs in a thread of its own. The pool calls `perform`.

export interface TaskCall {
  readonly name: TaskName;
  readonly input: unknown;
  /** What is left behind is large, and is let go of at once: the writing that follows needs its memory. */
  readonly isLarge?: boolean;
}

/** A refusal crosses threads as a record: errors lose their class there. */
export type TaskAnswer =
  | { readonly kind: "done"; readonly output: unknown }
  | {
      readonly kind: "refused";
      readonly code: ProblemCode;
      readonly detail: string;
      readonly members: Record<string, unknown>;
    };

export async function perform({ name, input, isLarge }: TaskCall): Promise<TaskAnswer> {
  try {
    // The caller's types were checked where the call was made.
    const output: unknown = await documentTasks[name](input as never);
    if (isLarge === true) collectGarbage();
    return { kind: "done", output };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail, members } = error;
    return { kind: "refused", code, detail, members: { ...members } };
  }
}
