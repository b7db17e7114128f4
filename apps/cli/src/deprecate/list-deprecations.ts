import type { DeprecationItem } from "@lintel/contract/shapes/deprecation";
import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { connect } from "../network/connect.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal } from "../output/terminal.ts";
import { renderTable } from "../output/text-table.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { showInstant } from "./render-plan.ts";

export async function listDeprecations({ options, env }: Invocation): Promise<Exit> {
  const terminal = createTerminal({ env, hasDocument: options.isSet("json") });
  const connection = connect({ settings: resolveSettings(options, env), terminal });
  const within = options.number("within");
  const { items } = await connection.call("list what is deprecated", "listDeprecations", {});
  const shown = within === undefined ? items : items.filter((item) => endsWithin(item, within));
  if (options.isSet("json")) terminal.emit(JSON.stringify(shown, null, 2));
  else if (shown.length === 0) terminal.note("Nothing is deprecated.");
  else terminal.say(renderTable(columns, shown.map(toRow)).join("\n"));
  return "passed";
}

const endsWithin = ({ daysLeft, phase }: DeprecationItem, days: number): boolean =>
  daysLeft !== null && daysLeft <= days && phase !== "retired";

const columns = ["SUNSET", "DAYS", "PHASE", "WHAT", "SPECIFICATION", "PROJECT"];

const toRow = (item: DeprecationItem): string[] => [
  item.sunsetAt === null ? "–" : showInstant(item.sunsetAt),
  String(item.daysLeft ?? "–"),
  item.phase ?? "no plan",
  cleanText(item.entityLabel),
  cleanText(item.specName),
  cleanText(item.projectName),
];
