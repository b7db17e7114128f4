import { isList, isObject, memberOf, type JsonObject } from "@lintel/json/value";
import type { MergeChange } from "../model/merge.types.ts";
import { listChangedNames, listNames, objectOf } from "./compare-members.ts";
import { findId, describeChange, type ChangeContext, type Pair } from "./describe-change.ts";

export function* listComponentChanges(
  context: ChangeContext,
  { before, after }: Pair<JsonObject>,
): Generator<MergeChange> {
  const [old, now] = [
    objectOf(memberOf(before, "components")),
    objectOf(memberOf(after, "components")),
  ];
  for (const kind of listNames(old, now)) {
    const [was, is] = [objectOf(memberOf(old, kind)), objectOf(memberOf(now, kind))];
    for (const name of listNames(was, is)) {
      const isSchema = kind === "schemas";
      yield* describeChange(context, {
        entity: isSchema ? "schema" : "component",
        name: isSchema ? name : `${kind}/${name}`,
        id: findId(context, "components", `${kind}/${name}`),
        before: memberOf(was, name),
        after: memberOf(is, name),
      });
    }
  }
}

/** Tags by name; the first one of each name. */
function indexTags(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const list = memberOf(document, "tags");
  const tags = new Map<string, JsonObject>();
  for (const tag of isList(list) ? list : []) {
    const name = memberOf(tag, "name");
    if (isObject(tag) && typeof name === "string" && !tags.has(name)) tags.set(name, tag);
  }
  return tags;
}

export function* listTagChanges(
  context: ChangeContext,
  { before, after }: Pair<JsonObject>,
): Generator<MergeChange> {
  const [old, now] = [indexTags(before), indexTags(after)];
  for (const name of new Set([...now.keys(), ...old.keys()])) {
    const id = findId(context, "tags", name);
    yield* describeChange(context, {
      entity: "tag",
      name,
      id,
      before: old.get(name),
      after: now.get(name),
    });
  }
}

const comparedApart = new Set(["paths", "components", "tags"]);

export function* listDocumentChanges(
  { numberOf }: ChangeContext,
  { before, after }: Pair<JsonObject>,
  hasOthers: boolean,
): Generator<MergeChange> {
  const changed = listChangedNames(numberOf, before, after);
  const details = changed.flatMap((name) => {
    if (name !== "info") return comparedApart.has(name) ? [] : [name];
    const info = listChangedNames(numberOf, memberOf(before, name), memberOf(after, name));
    return info.length === 0 ? [name] : info.map((member) => `info/${member}`);
  });
  const what = { kind: "modified", entity: "document", name: "", id: null } as const;
  if (details.length > 0) yield { ...what, details };
  else if (!hasOthers && numberOf(before) !== numberOf(after)) {
    yield { ...what, details: changed.length === 0 ? ["order"] : changed };
  }
}
