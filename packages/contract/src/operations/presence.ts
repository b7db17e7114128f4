import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, record } from "../shapes/common.ts";
import { presencePlaces } from "../words/presence.ts";

export const notePresence = operation({
  name: "notePresence",
  title: "Note who is on a page",
  summary:
    "Says that a person has a page of a project open, and who else has. The web app repeats it every 15 seconds while the page is visible; after 35 seconds without it the person is no longer there.",
  group: "Presence",
  permission: "projects:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "POST", path: "/api/projects/{projectId}/presence" },
  input: {
    tabId: Type.String({
      format: "uuid",
      description: "A random id of the open window. A window is on one page.",
    }),
    placeType: Type.Enum([...presencePlaces], { description: "What the page shows." }),
    placeId: Id,
  },
  output: record({
    people: Type.Array(record({ id: Id, name: Type.String() }), {
      maxItems: 50,
      description: "The other people on the page, by name.",
    }),
  }),
  problems: [],
});
