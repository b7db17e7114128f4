import type { OpenProject } from "../items/open-project.ts";
import { isId } from "../items/pick-item.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";

/** @throws Failure if it is not an id. */
export function checkRunId(text: string): string {
  if (isId(text)) return text;
  throw usageFailure(
    `"${text}" is not the id of a run.`,
    "`lintel runs list` shows the ids; `lintel runs show` without one shows the newest run.",
  );
}

/**
 * The newest run of the project.
 * @throws Failure if there is none.
 */
export async function findNewestRun({ connection, projectId }: OpenProject): Promise<string> {
  const { items } = await connection.call("find the newest run", "listRuns", {
    projectId,
    take: 1,
  });
  const [newest] = items;
  if (newest !== undefined) return newest.id;
  throw new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what: "There are no runs in the project yet.",
    fix: "Start one: `lintel run SUITE`",
  });
}
