import { readConfig } from "../../apps/server/src/config.ts";

/** The name of every setting that the server reads: told by the server, so that no list grows old. */
export function listKnownSettings(): ReadonlySet<string> {
  const names = new Set<string>();
  const nothing: Record<string, string> = {};
  readConfig(
    new Proxy(nothing, {
      get(_, name) {
        names.add(String(name));
        return undefined;
      },
    }),
  );
  return names;
}

/** Whether an image is named with a whole version, so that nobody gets another one tomorrow. */
export function isPinned(image: string): boolean {
  return /:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/.test(image);
}
