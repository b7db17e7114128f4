import { useSyncExternalStore } from "react";
import { readSetting, writeSetting } from "../../keys/settings.ts";

export type SourceFormat = "yaml" | "json";

const listeners = new Set<() => void>();

const read = (): SourceFormat => (readSetting("source-format") === "json" ? "json" : "yaml");

/** How this browser shows documents: the lines of problems are those of the source that opens. */
export function useSourceFormat(): SourceFormat {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, read);
}

export function setSourceFormat(format: SourceFormat): void {
  writeSetting("source-format", format === "yaml" ? null : format);
  for (const listener of listeners) listener();
}
