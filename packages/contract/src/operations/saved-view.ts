import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, record, RowVersion, wholeList } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { viewedLists } from "../words/views.ts";

const shared = {
  group: "Views",
  permission: "projects:read",
  context: "project",
  isStable: false,
} as const;
const base = "/api/projects/{projectId}/views";
const viewId = idOf("The view.");

const List = Type.Enum([...viewedLists], { description: "The list that the view is of." });

const Search = Type.Record(
  Type.String({ pattern: "^[a-z][A-Za-z]{0,39}$" }),
  Type.String({ maxLength: 1000, pattern: "^[^\\u0000]*$" }),
  {
    maxProperties: 20,
    description:
      "The filter, the order and the hidden columns, as the search parameters of the address of the list, such as { q: 'status:open', sort: '-severity', hide: 'seen' }.",
  },
);

const IsShared = Type.Boolean({
  description:
    "Whether everybody who sees the project sees the view; this needs projects:write. A view that is not shared is seen by its owner alone.",
});
const IsDefault = Type.Boolean({
  description: "Whether the list opens with the view, for the person who calls.",
});

export const SavedView = record({
  id: Id,
  list: List,
  name: Name,
  search: Search,
  isShared: IsShared,
  isDefault: IsDefault,
  rowVersion: RowVersion,
});
export type SavedView = Static<typeof SavedView>;

export const listSavedViews = operation({
  ...shared,
  name: "listSavedViews",
  title: "List saved views",
  summary:
    "List the saved views of a project's lists that the caller sees: their own, and those that are shared.",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: base },
  input: {
    list: Type.Optional(Type.Enum([...viewedLists], { description: "Only of this list." })),
  },
  output: wholeList(SavedView),
  problems: [],
});

export const createSavedView = operation({
  ...shared,
  name: "createSavedView",
  title: "Save a view",
  summary:
    "Saves the filter, the order and the columns of a list under a name. A person has at most 50 views of their own in a project, and a project shares at most 50.",
  effect: "write",
  isIdempotent: false,
  event: "saved_view.created",
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: {
    list: List,
    name: Name,
    search: Search,
    isShared: Type.Optional(IsShared),
    isDefault: Type.Optional(IsDefault),
  },
  output: SavedView,
  problems: ["NAME_TAKEN", "TOO_MANY_VIEWS"],
});

export const updateSavedView = operation({
  ...shared,
  name: "updateSavedView",
  title: "Change a saved view",
  summary:
    "Changes the name or the content of a view, shares it, or makes it the one that the list opens with. Omitted fields are kept.",
  effect: "write",
  isIdempotent: true,
  event: "saved_view.updated",
  rest: { method: "PATCH", path: `${base}/{viewId}` },
  input: {
    viewId,
    name: Type.Optional(Name),
    search: Type.Optional(Search),
    isShared: Type.Optional(IsShared),
    isDefault: Type.Optional(IsDefault),
    rowVersion: RowVersion,
  },
  output: SavedView,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN", "TOO_MANY_VIEWS"],
});

export const deleteSavedView = operation({
  ...shared,
  name: "deleteSavedView",
  title: "Delete a saved view",
  summary: "Deletes a view of the caller, or with projects:write a shared one.",
  effect: "destructive",
  isIdempotent: false,
  event: "saved_view.deleted",
  rest: { method: "DELETE", path: `${base}/{viewId}` },
  input: { viewId },
  output: null,
  problems: [],
});
