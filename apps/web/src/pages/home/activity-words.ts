import type { Item } from "../../api/api.ts";

export type Activity = Item<"listActivity">;

const verbs: Readonly<Record<string, string>> = {
  created: "created",
  added: "created",
  deleted: "deleted",
  removed: "deleted",
  imported: "imported",
  pushed: "pushed",
  published: "published",
  restored: "restored",
  moved: "moved",
  reordered: "reordered",
  commented: "commented on",
  decided: "reviewed",
  cancelled: "cancelled",
  triaged: "triaged",
};

/** What happened, after the noun: `changed`, `published`, `failed`. */
export function nameChange({ type, subject, data }: Activity): string {
  if (type === "run.completed") return data["allPassed"] === true ? "passed" : "failed";
  if (type === "scan_run.completed") return String(data["status"]);
  const [noun = "", verb = ""] = type.split(".");
  // A part of an endpoint was created or deleted: the endpoint was changed.
  if (subject.type === "endpoint" && noun !== "endpoint") return "changed";
  return verbs[verb] ?? "changed";
}
