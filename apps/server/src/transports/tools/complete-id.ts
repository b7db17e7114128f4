import type { IdCompletion } from "@lintel/contract/completion";
import { idCompletions } from "@lintel/contract/completions";
import type { Ids } from "@lintel/contract/prompt";
import { Problem } from "../../platform/problem.ts";
import { callOperation } from "./call-operation.ts";
import type { Asked, Completed } from "./offers.ts";
import type { ToolRequest } from "./tool-request.ts";
import { isUuid } from "../../platform/uuid.ts";

const byName = new Map(idCompletions.map((declared) => [declared.name, declared]));
const pageLength = 100;
/** Maximum items that are searched, the first in the operation's order; more would make a call too expensive. */
const maxItems = 500;
const nothing: Completed = { values: [], isAll: true };

/**
 * The ids that begin with the typed text, or whose record contains it in its name. Names are texts of users and never
 * returned.
 */
export async function completeId(
  toolRequest: ToolRequest,
  { name, typed, known }: Asked,
): Promise<Completed> {
  const declared = byName.get(name);
  if (declared === undefined) return nothing;
  const ids = Object.fromEntries(Object.entries(known).filter(([, text]) => isUuid(text)));
  if (declared.needs.some((need) => ids[need] === undefined)) return nothing;
  try {
    return await find(toolRequest, declared, ids, typed.trim().toLowerCase());
  } catch (error) {
    // A context that does not exist, or that the caller may not read, has no items.
    if (error instanceof Problem && error.status < 429) return nothing;
    throw error;
  }
}

async function find(
  toolRequest: ToolRequest,
  { operation, fieldsOf, entryOf }: IdCompletion,
  known: Ids,
  typed: string,
): Promise<Completed> {
  const values: string[] = [];
  for (let skip = 0; ; skip += pageLength) {
    const fields = { ...fieldsOf(known), skip, take: pageLength };
    const output = await callOperation(toolRequest, operation, fields);
    const items = itemsOf(output);
    for (const item of items) {
      const entry = entryOf(item);
      if (entry === null) continue;
      const texts = entry.texts.map((text) => text?.toLowerCase() ?? "");
      if (entry.id.startsWith(typed) || texts.some((text) => text.includes(typed)))
        values.push(entry.id);
    }
    if (items.length < pageLength) return { values, isAll: true };
    if (skip + pageLength >= maxItems) return { values, isAll: false };
  }
}

function itemsOf(output: unknown): readonly never[] {
  return (output as { readonly items: readonly never[] }).items;
}
