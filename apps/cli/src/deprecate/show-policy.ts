import type { InputOf } from "@lintel/contract/operation";
import type { updateDeprecationPolicy } from "@lintel/contract/operations/deprecation-policy";
import type { DeprecationPolicy } from "@lintel/contract/shapes/deprecation";
import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { usageFailure } from "../outcome/failure.ts";
import { connect } from "../network/connect.ts";
import { createTerminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { readWhether } from "./read-plan-fields.ts";

type Change = InputOf<typeof updateDeprecationPolicy>;

export async function showPolicy({ options, env }: Invocation): Promise<Exit> {
  const change = readChange(options);
  const terminal = createTerminal({ env, hasDocument: options.isSet("json") });
  const connection = connect({ settings: resolveSettings(options, env), terminal });
  const isChange = Object.keys(change).length > 0;
  const policy = isChange
    ? await connection.call("change the policy", "updateDeprecationPolicy", change)
    : await connection.call("read the policy", "getDeprecationPolicy", {});
  if (options.isSet("json")) terminal.emit(JSON.stringify(policy, null, 2));
  else terminal.say(renderPolicy(policy).join("\n"));
  return "passed";
}

function readChange(options: OptionValues): Change {
  const given = {
    preset: options.text("preset"),
    minGracePeriodDays: options.number("grace-days"),
    sunsetPhaseDays: options.number("sunset-days"),
    requireMigrationGuide: readWhether(options.text("require-guide")),
    requireSuccessorLink: readWhether(options.text("require-successor")),
    requireApproval: readWhether(options.text("require-approval")),
    notifyOnAnnouncement: readWhether(options.text("notify")),
    ...readReminders(options.text("reminders")),
  };
  // The choices of the options are those of the contract.
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Change;
}

function readReminders(text: string | undefined): Change {
  if (text === undefined) return {};
  if (text === "none") return { sendSunsetReminders: false };
  const days = text.split(",").map((day) => day.trim());
  if (!days.every((day) => /^\d{1,3}$/.test(day)))
    throw usageFailure(`"${text}" is not a list of days.`, "Give days such as 30,7,1, or none.");
  return { sendSunsetReminders: true, reminderDaysJson: JSON.stringify(days.map(Number)) };
}

function renderPolicy(policy: DeprecationPolicy): string[] {
  const needs = [
    ...(policy.requireMigrationGuide ? ["a migration guide"] : []),
    ...(policy.requireSuccessorLink ? ["a successor"] : []),
    ...(policy.requireApproval ? ["an approval"] : []),
  ];
  const reminders = (JSON.parse(policy.reminderDaysJson) as number[]).join(", ");
  return [
    `Grace period   at least ${policy.minGracePeriodDays} days`,
    `Sunset phase   ${policy.sunsetPhaseDays} days before the sunset`,
    `A plan needs   ${needs.join(", ") || "nothing more"}`,
    `Announcement   ${policy.notifyOnAnnouncement ? "owners of dependents are notified" : "nobody is notified"}`,
    `Reminders      ${policy.sendSunsetReminders ? `${reminders} days before` : "none"}`,
  ];
}
