import { isList, memberOf, type Json } from "./value.ts";

/** One step of a path into a value: the name of a member or the index of an item. */
export type Step = string | number;

/** A name as a step of a JSON Pointer (RFC 6901 §3). */
export const escapeStep = (name: string): string =>
  name.includes("~") || name.includes("/")
    ? name.replaceAll("~", "~0").replaceAll("/", "~1")
    : name;

export const unescapeStep = (step: string): string =>
  step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;

/** Writes a path as a JSON Pointer (RFC 6901); the empty path is the whole document. */
export function writePointer(path: readonly Step[]): string {
  let text = "";
  for (const step of path) text += `/${typeof step === "number" ? step : escapeStep(step)}`;
  return text;
}

/** Reads a JSON Pointer into the names and indexes of its path, all as text. */
export function readPointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map(unescapeStep);
}

/** Fragments of URIs are percent-encoded; a fragment that cannot be decoded is used as written. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Reads the JSON Pointer in a fragment such as `#/paths/~1users` (RFC 6901 §6). */
export const readFragment = (fragment: string): string[] =>
  readPointer(decodeFragment(fragment.replace(/^#/, "")));

/** The member or item that one step of a pointer names, or undefined. */
export function childOf(value: Json | undefined, step: string): Json | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  return memberOf(value, step);
}
