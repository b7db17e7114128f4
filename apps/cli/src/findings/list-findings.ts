import type { InputOf } from "@lintel/contract/operation";
import type { listFindings as declared } from "@lintel/contract/operations/finding";
import type { Finding } from "@lintel/contract/shapes/finding";
import type { Invocation } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { findEnvironment } from "../items/find-environment.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { renderTable } from "../output/text-table.ts";

export async function listFindings(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const { connection, terminal, projectId } = await openProject(invocation);
  const wanted = options.text("env");
  const environment =
    wanted === undefined ? null : await findEnvironment(connection, projectId, wanted);
  const { items, total } = await connection.call("list the findings", "listFindings", {
    projectId,
    ...readFilters(options),
    ...(environment === null ? {} : { environmentId: environment.id }),
    take: options.number("take") ?? 50,
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(items, null, 2));
  else if (items.length === 0) terminal.note("There are no such findings.");
  else terminal.say(renderTable(columns, items.map(toRow)).join("\n"));
  const others = total - items.length;
  if (others > 0) terminal.note(`${others} more; --take and the filters choose others.`);
  return "passed";
}

type Filters = InputOf<typeof declared>;

function readFilters(options: OptionValues): Filters {
  const status = options.text("status") ?? "open";
  const given = {
    status: status === "all" ? undefined : status,
    severity: options.text("severity"),
    scannerId: options.text("scanner"),
    search: options.text("search"),
    assignedToMe: options.isSet("mine") ? true : undefined,
  };
  // The choices of the options are those of the contract.
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Filters;
}

const columns = ["SEVERITY", "STATUS", "OPERATION", "TITLE", "ID"];

const toRow = ({ severity, status, method, path, title, id }: Finding): string[] => [
  severity,
  status,
  cleanText(`${method} ${path}`),
  cleanText(title),
  id,
];
