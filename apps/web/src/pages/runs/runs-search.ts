import type { RunTrigger } from "@lintel/contract/words/runs";
import type { RunState } from "./run-states.ts";

/** What the address of the list of runs says. */
export interface RunsSearch {
  /** Only runs of this suite. */
  readonly suite?: string | undefined;
  /** Only runs against this environment. */
  readonly environment?: string | undefined;
  /** Only runs in this state. */
  readonly state?: RunState | undefined;
  /** Only runs that were started in this way. */
  readonly trigger?: RunTrigger | undefined;
  /** The columns that are not shown. */
  readonly hide?: string | undefined;
}
