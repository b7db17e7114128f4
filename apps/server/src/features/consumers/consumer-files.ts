import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { exportConsumers, importConsumers } from "@lintel/contract/operations/consumer";
import { readCsv, writeCsv } from "../../domain/csv.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid } from "../../platform/problem.ts";
import { saveAll } from "./consumer.service.ts";
import { selectConsumers } from "./consumer.store.ts";

const columns = ["name", "owner", "contacts", "claims"] as const;
const maxLines = 2000;

export async function exportAll(
  context: ProjectContext,
): Promise<OutputOf<typeof exportConsumers>> {
  const all = await selectConsumers(context.db, context);
  const rows = all.map(({ name, owner, contacts, claims }) => [
    name,
    owner ?? "",
    contacts.join(";"),
    claims.join(";"),
  ]);
  return {
    mediaType: "text/csv",
    fileName: `consumers-${context.now.toISOString().slice(0, 10)}.csv`,
    content: writeCsv([[...columns], ...rows]),
  };
}

export async function importAll(
  platform: Pick<Platform, "keys" | "clock">,
  context: ProjectContext,
  { csv }: InputOf<typeof importConsumers>,
): Promise<{ saved: number }> {
  const [head = [], ...rows] = readCsv(csv) ?? refuse("A quoted cell has no end.");
  const places = columns.map((column) => head.findIndex((name) => name.trim() === column));
  if (places[0] === -1)
    refuse("The first line must name the columns: name, and if needed owner, contacts and claims.");
  if (rows.length > maxLines) refuse(`A text has at most ${maxLines} lines: split it.`);
  const consumers = rows.map((row, at) => {
    const [name = "", owner = "", contacts = "", claims = ""] = places.map((place) =>
      (row[place] ?? "").trim(),
    );
    if (name === "" || name.length > 120)
      refuse(`Line ${at + 2} needs a name of at most 120 characters.`);
    if ([owner, ...split(contacts)].some((text) => text.length > 200 || /\p{Cc}/u.test(text)))
      refuse(
        `Line ${at + 2} has an owner or a contact of more than 200 characters or of several lines.`,
      );
    if (split(contacts).length > 20 || split(claims).length > 50 || /\p{Cc}/u.test(name + claims))
      refuse(`Line ${at + 2} has more than 20 contacts or 50 claims, or a line break in a cell.`);
    return {
      name,
      owner: owner === "" ? null : owner,
      contacts: split(contacts),
      claims: split(claims),
    };
  });
  if (consumers.length > 0) await saveAll(platform, context, consumers);
  return { saved: consumers.length };
}

const split = (cell: string): string[] =>
  cell
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "");

function refuse(message: string): never {
  throw invalid({ field: "csv", code: "csv", message });
}
