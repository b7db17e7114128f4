import Type from "typebox";
import { noticeKinds } from "../words/notices.ts";
import { Count } from "./event-fields.ts";
import { eventTypes } from "./event-type.ts";

const ofPerson = {
  category: "User & Members",
  permission: "org:manage-members",
  subjects: ["user"],
} as const;

export const noticeEvents = {
  ...eventTypes(
    { ...ofPerson, isAudited: true },
    { "notice_preferences.updated": { kinds: Type.Array(Type.Enum([...noticeKinds])) } },
  ),
  ...eventTypes({ ...ofPerson, isAudited: false }, { "notices.read": { notices: Count } }),
};
