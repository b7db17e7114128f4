import { findCloseMatches } from "@lintel/json/close-matches";
import { readConfig } from "./config.ts";
import type { Environment } from "./secret-files.ts";

/**
 * The name of every setting that the server reads, collected from the code that reads them, so that no list can be
 * outdated.
 */
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

/** Variables of the `lintel` command, which may be used in the same shell, and of the project's tests and tools. */
const others =
  /^LINTEL_(?:URL|REGION|API_KEY|PROJECT|ENVIRONMENT|PROFILE|DEBUG|CORPUS|(?:TEST|BENCH|PROOF)_.*)$/;

/** What is wrong with each variable LINTEL_… that the server does not know. */
export function findUnknownSettings(environment: Environment): string[] {
  const known = [...listKnownSettings()].filter((name) => name.startsWith("LINTEL_"));
  return Object.keys(environment)
    .filter((name) => name.startsWith("LINTEL_") && !known.includes(name) && !others.test(name))
    .sort()
    .map((name) => {
      const [close] = findCloseMatches(name, known, 1);
      const fix =
        close === undefined
          ? "docs/operators-guide.md lists the settings."
          : `Did you mean ${close}?`;
      return `${name} is not a setting of Lintel and has no effect. ${fix}`;
    });
}
