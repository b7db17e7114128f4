import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { readSetting, writeSetting } from "../keys/settings.ts";

/** A page that was open, by its address in the app and its heading. */
export interface RecentPlace {
  readonly path: string;
  readonly name: string;
}

const kept = 8;
/** A page that is left sooner was only passed. */
const stayMs = 1000;
const setting = (organization: string) => `recent:${organization}`;

/** The pages that were open last, the newest first. */
export function readRecent(organization: string): readonly RecentPlace[] {
  try {
    const read: unknown = JSON.parse(readSetting(setting(organization)) ?? "[]");
    return Array.isArray(read) ? read.filter(isPlace) : [];
  } catch {
    return [];
  }
}

function isPlace(value: unknown): value is RecentPlace {
  const { path, name } = (value ?? {}) as Partial<Record<keyof RecentPlace, unknown>>;
  return typeof path === "string" && path.startsWith("/") && typeof name === "string";
}

/** The list with a page before the others. */
export function addPlace(
  places: readonly RecentPlace[],
  place: RecentPlace,
): readonly RecentPlace[] {
  return [place, ...places.filter(({ path }) => path !== place.path)].slice(0, kept);
}

/** Names of pages are deleted when the person signs out. */
export function dropRecent(organizations: readonly string[]): void {
  for (const organization of organizations) writeSetting(setting(organization), null);
}

/** Remembers the pages of an organization that the person stays on. */
export function useNoteRecent(organization: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => {
      const name = document.querySelector("main h1")?.textContent ?? "";
      if (name === "" || pathname === `/${organization}`) return;
      const places = addPlace(readRecent(organization), { path: pathname, name });
      writeSetting(setting(organization), JSON.stringify(places));
    }, stayMs);
    return () => clearTimeout(timer);
  }, [organization, pathname]);
}
