import Type from "typebox";
import { viewedLists } from "../words/views.ts";
import { FieldNames } from "./event-fields.ts";
import { eventTypes } from "./event-type.ts";

const ofView = { list: Type.Enum([...viewedLists]), isShared: Type.Boolean() };

/** A view that is not shared has no name here: its owner alone sees it. */
export const viewEvents = eventTypes(
  { category: "Projects", permission: "projects:read", subjects: ["savedView"], isAudited: true },
  {
    "saved_view.created": ofView,
    "saved_view.updated": { ...ofView, changed: FieldNames },
    "saved_view.deleted": ofView,
  },
);
