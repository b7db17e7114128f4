import { eraseVariables } from "@lintel/contract/words/path-template";
import { toCanonicalText } from "@lintel/json/canonical";
import { listOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { documentRules } from "../rules/document.rules.ts";
import { compareTexts } from "./compare-texts.ts";
import type { Comparison, OperationPair, OperationSide, PlacePair } from "./comparison.types.ts";

/** The path of the first server, which precedes all others, without a slash at its end. */
export function readBasePath(root: Place): string {
  const url = textOf(objectOf(listOf(stepInto(root, "servers").value)[0])["url"]) ?? "/";
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  return path.replace(/\/+$/, "");
}

/** Compares two lists of servers, only by their origins if the paths include the rest. */
export function compareServers(comparison: Comparison, pair: PlacePair, byOrigin: boolean): void {
  const from = listServers(pair.before, byOrigin);
  const to = listServers(pair.after, byOrigin);
  const { serverAdded, serverRemoved } = documentRules;
  const { recorder } = comparison;
  const { tally } = pair;
  for (const [key, place] of from) {
    const other = to.get(key);
    if (other === undefined) {
      const name = textOf(stepInto(place, "url").value) ?? "/";
      recorder.record({
        rule: serverRemoved,
        direction: null,
        at: place.at,
        tally,
        name,
        before: name,
      });
    } else {
      compareVariables(comparison, { before: place, after: other, tally });
      compareTexts(comparison, { before: place, after: other, tally }, null);
    }
  }
  for (const [key, place] of to) {
    if (from.has(key)) continue;
    const name = textOf(stepInto(place, "url").value) ?? "/";
    recorder.record({ rule: serverAdded, direction: null, at: place.at, tally, name, after: name });
  }
}

/** By URL, without the names of variables; a document without servers has its own URL. */
function listServers(servers: Place, byOrigin: boolean): Map<string, Place> {
  const byUrl = new Map<string, Place>();
  listOf(servers.value).forEach((_, index) => {
    const place = stepInto(servers, String(index));
    byUrl.set(normalize(textOf(stepInto(place, "url").value) ?? "/", byOrigin), place);
  });
  if (byUrl.size === 0)
    byUrl.set(normalize("/", byOrigin), { value: { url: "/" }, at: servers.at });
  return byUrl;
}

function normalize(url: string, byOrigin: boolean): string {
  const [, origin = "", path = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?(.*)$/is.exec(url) ?? [];
  const host = origin.toLowerCase();
  return byOrigin ? host : eraseVariables(`${host}${path}`).replace(/\/+$/, "");
}

function compareVariables({ recorder }: Comparison, { before, after, tally }: PlacePair): void {
  const [from, to] = [listVariables(before), listVariables(after)];
  for (const [index, [, old]] of from.entries()) {
    const [name, now] = to[index] ?? ["", undefined];
    if (now === undefined || old.limits === now.limits) continue;
    recorder.record({
      rule: documentRules.serverVariableChanged,
      direction: null,
      at: now.place.at,
      tally,
      name,
      before: old.place.value,
      after: now.place.value,
    });
  }
}

/** In the order of the URL: a renamed variable is the same one. */
function listVariables(server: Place) {
  const url = textOf(stepInto(server, "url").value) ?? "";
  return [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => {
    const place = stepInto(stepInto(server, "variables"), name);
    const { default: usual, enum: values } = objectOf(place.value);
    return [name, { place, limits: toCanonicalText([usual, values]) }] as const;
  });
}

/** Compares the servers of a path or an operation. */
export function compareOwnServers(comparison: Comparison, pair: OperationPair): void {
  const [before, after] = [findServers(pair.before), findServers(pair.after)];
  if (before === null && after === null) return;
  const places = {
    before: before ?? stepInto(comparison.before.root, "servers"),
    after: after ?? stepInto(comparison.after.root, "servers"),
    tally: pair.tally,
  };
  if (!comparison.isSame(places.before.value, places.after.value)) {
    compareServers(comparison, places, false);
  }
}

function findServers({ item, operation }: OperationSide): Place | null {
  for (const owner of [operation, item]) {
    const servers = stepInto(owner, "servers");
    if (listOf(servers.value).length > 0) return servers;
  }
  return null;
}
