import type { LiveRoute } from "./live-route.ts";

/** A route with the prefix at which a call reached it. */
export interface FoundRoute {
  readonly live: LiveRoute;
  /** Without a slash at its end; what is not sent on. */
  readonly prefix: string;
}

/** Finds the route of a call: by host before any host, by port before any port, by the longest prefix. */
export interface RouteTable {
  find(host: string, port: number, path: string): FoundRoute | null;
}

export function createRouteTable(routes: readonly LiveRoute[]): RouteTable {
  const byPlace = new Map<string, FoundRoute[]>();
  for (const live of routes)
    for (const { host, port, pathPrefix } of live.route.addresses) {
      const place = `${host}:${port}`;
      const found = byPlace.get(place) ?? [];
      found.push({ live, prefix: pathPrefix === "/" ? "" : pathPrefix });
      byPlace.set(place, found);
    }
  for (const found of byPlace.values())
    found.sort((left, right) => right.prefix.length - left.prefix.length);
  return {
    find(host, port, path) {
      for (const place of [`${host}:${port}`, `${host}:0`, `:${port}`, ":0"])
        for (const found of byPlace.get(place) ?? []) if (isUnder(path, found.prefix)) return found;
      return null;
    },
  };
}

const isUnder = (path: string, prefix: string): boolean => {
  if (!path.startsWith(prefix)) return false;
  const next = path.charAt(prefix.length);
  return prefix === "" || next === "" || next === "/" || next === "?";
};
