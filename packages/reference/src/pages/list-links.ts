import { memberOf, textOf } from "@lintel/json/value";
import type { LinkItem } from "../blocks/block.types.ts";
import type { OperationEntry, PageEntry } from "../plan/reference.types.ts";

export const linkPage = ({ path, title, deprecated }: PageEntry): LinkItem => ({
  path,
  title,
  deprecated,
  method: null,
  note: null,
});

/** An operation with its method and path; its summary is the title if it has one. */
export const linkOperation = (entry: OperationEntry): LinkItem => ({
  ...linkPage(entry),
  method: entry.method,
  note: textOf(memberOf(entry.operation.value, "summary")) === null ? null : entry.route,
});
