import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { findPlan, openTarget } from "./open-target.ts";

export async function tryBrownOut(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const minutes = options.number("minutes");
  if (minutes === undefined)
    throw usageFailure("--minutes is missing.", "Say how long: --minutes 5; 0 ends the trial.");
  const target = await openTarget(invocation);
  const { connection, terminal, projectId, specId, label } = target;
  const { id: planId } = await findPlan(target);
  const trial = await connection.call("set the trial", "setTrialBrownOut", {
    projectId,
    specId,
    planId,
    minutes,
  });
  const name = cleanText(label);
  if (options.isSet("json")) terminal.emit(JSON.stringify(trial, null, 2));
  else if (trial.endsAt === null) terminal.say(`Calls of ${name} are answered again.`);
  else terminal.say(`Calls of ${name} are answered 410 until ${trial.endsAt.slice(11, 19)} UTC.`);
  return "passed";
}
