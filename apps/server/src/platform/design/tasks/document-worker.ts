import type { ProblemCode } from "@lintel/contract/problems";
import { Problem } from "../../problem.ts";
import { documentTasks, type TaskName } from "./document-tasks.ts";

// What runs in a thread of its own. The pool calls `perform`.

export interface TaskCall {
  readonly name: TaskName;
  readonly input: unknown;
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

export async function perform({ name, input }: TaskCall): Promise<TaskAnswer> {
  try {
    // The caller's types were checked where the call was made.
    const output: unknown = await documentTasks[name](input as never);
    return { kind: "done", output };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail, members } = error;
    return { kind: "refused", code, detail, members: { ...members } };
  }
}
