import { endpointMethods } from "@lintel/contract/words/design";
import { isObject, type JsonObject } from "@lintel/json/value";
import type { MergeChange } from "../model/merge.types.ts";
import {
  endpointKey,
  listOperations,
  listPathItems,
  nameEndpoint,
  readEndpointKey,
} from "../moves/place.ts";
import { listComponentChanges, listDocumentChanges, listTagChanges } from "./list-part-changes.ts";
import { findId, describeChange, type ChangeContext, type Pair } from "./describe-change.ts";

const isMethod = (name: string) => endpointMethods.some((method) => method === name);

/** The original place in mine of everything that moved, by the new place. */
function listOrigins({ original, places }: ChangeContext) {
  const paths = new Map(
    [...listPathItems(original).keys()].map((path) => [places.path(path), path]),
  );
  const endpoints = new Map<string, string>();
  for (const key of listOperations(original).keys()) {
    const { method, path } = readEndpointKey(key);
    endpoints.set(places.endpoint(endpointKey(method, places.path(path))), key);
  }
  return { paths, endpoints };
}

type Origins = ReturnType<typeof listOrigins>;

function* listEndpointChanges(
  context: ChangeContext,
  { before, after }: Pair<JsonObject>,
  { endpoints }: Origins,
): Generator<MergeChange> {
  const [old, now] = [listOperations(before), listOperations(after)];
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const place = readEndpointKey(key);
    if (!isMethod(place.method)) continue;
    const origin = readEndpointKey(endpoints.get(key) ?? key);
    const moved = (["method", "path"] as const).filter((each) => origin[each] !== place[each]);
    const id = findId(context, "endpoints", key);
    const values = { before: old.get(key), after: now.get(key) };
    const isMoved = values.before !== undefined && values.after !== undefined;
    const what = { entity: "endpoint", name: nameEndpoint(place), id } as const;
    yield* describeChange(context, { ...what, ...values, moved: isMoved ? moved : [] });
  }
}

/** A path item without its endpoints, which are reported separately. */
const frameOf = (pathItem: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(pathItem).filter(([name, value]) => !isMethod(name) || !isObject(value)),
  );

/**
 * A path that is added or removed with its endpoints is reported by the changes of its endpoints.
 */
const isCoveredByEndpoints = (pathItem: JsonObject | undefined): boolean =>
  pathItem === undefined ||
  (Object.keys(pathItem).length > 0 && Object.keys(frameOf(pathItem)).length === 0);

function* listPathChanges(
  context: ChangeContext,
  { before, after }: Pair<JsonObject>,
  { paths }: Origins,
): Generator<MergeChange> {
  // Moves empty some path items and create others. Mine before the moves has neither.
  const [old, now] = [listPathItems(before), listPathItems(after)];
  for (const path of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [paths.has(path) ? old.get(path) : undefined, now.get(path)];
    const isOneSided = was === undefined || is === undefined;
    if (isOneSided && isCoveredByEndpoints(was) && isCoveredByEndpoints(is)) continue;
    const origin = paths.get(path) ?? path;
    yield* describeChange(context, {
      entity: "path",
      name: path,
      id: findId(context, "pathItems", path),
      before: was === undefined ? undefined : frameOf(was),
      after: is === undefined ? undefined : frameOf(is),
      moved: was !== undefined && is !== undefined && origin !== path ? ["path"] : [],
    });
  }
}

/** Lists how a merge changes mine; empty if the document stays the same. */
export function listChanges(documents: Pair<JsonObject>, context: ChangeContext): MergeChange[] {
  const origins = listOrigins(context);
  const others = [
    ...listTagChanges(context, documents),
    ...listPathChanges(context, documents, origins),
    ...listEndpointChanges(context, documents, origins),
    ...listComponentChanges(context, documents),
  ];
  return [...listDocumentChanges(context, documents, others.length > 0), ...others];
}
