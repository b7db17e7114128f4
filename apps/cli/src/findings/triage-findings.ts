import type { FindingStatus } from "@lintel/contract/words/security";
import type { Invocation } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { openProject, type OpenProject } from "../items/open-project.ts";
import { isId } from "../items/pick-item.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { checkFindingId } from "./check-finding-id.ts";

interface Change {
  status?: FindingStatus;
  resolutionNotes?: string | null;
  assignedToUserId?: string | null;
}

export async function triageFindings(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const findingIds = [...new Set(operands.map(checkFindingId))];
  checkOptions(options);
  const project = await openProject(invocation);
  const { connection, terminal, projectId } = project;
  const answer = await connection.call("triage the findings", "triageFindings", {
    projectId,
    findingIds,
    change: await readChange(project, options),
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(answer, null, 2));
  else terminal.say(`${answer.changedCount} of ${answer.matchedCount} findings are changed.`);
  if (answer.notFound.length === 0) return "passed";
  throw new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what: `The project has no finding ${answer.notFound.join(", ")}.`,
    fix: "The others are changed. `lintel findings list` shows the ids.",
  });
}

function checkOptions(options: OptionValues): void {
  const isGiven = ["status", "notes", "assign"].some((name) => options.text(name) !== undefined);
  if (!isGiven)
    throw usageFailure(
      "There is nothing to change.",
      "Name it with --status, --notes or --assign.",
    );
  const person = options.text("assign");
  if (person === undefined || person === "me" || person === "nobody" || isId(person)) return;
  throw usageFailure(`--assign cannot be "${person}".`, "Write me, nobody, or the id of a member.");
}

async function readChange({ connection }: OpenProject, options: OptionValues): Promise<Change> {
  const [status, notes, person] = ["status", "notes", "assign"].map((name) => options.text(name));
  const change: Change = {};
  // The choices of the option are those of the contract.
  if (status !== undefined) change.status = status as FindingStatus;
  if (notes !== undefined) change.resolutionNotes = notes === "" ? null : notes;
  if (person === "nobody") change.assignedToUserId = null;
  else if (person === "me")
    change.assignedToUserId =
      (await connection.call("read who you are", "getCaller", {})).user?.id ?? null;
  else if (person !== undefined) change.assignedToUserId = person;
  return change;
}
