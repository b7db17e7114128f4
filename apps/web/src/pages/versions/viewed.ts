import { useState } from "react";
import { readSetting, writeSetting } from "../../keys/settings.ts";
import type { ChangeGroup } from "./change-groups.ts";

/** Which groups of a comparison this person has viewed; kept in this browser. */
export function useViewed(versionId: string, baselineId: string) {
  const name = `viewed:${baselineId}:${versionId}`;
  const [viewed, setViewed] = useState<ReadonlySet<string>>(() => read(name));
  return {
    has: (group: ChangeGroup) => viewed.has(digestGroup(group)),
    toggle: (group: ChangeGroup) => {
      const next = new Set(viewed);
      const key = digestGroup(group);
      if (!next.delete(key)) next.add(key);
      setViewed(next);
      writeSetting(name, next.size === 0 ? null : JSON.stringify([...next]));
    },
  };
}

export type Viewed = ReturnType<typeof useViewed>;

function read(name: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(readSetting(name) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Changes with the changes, so that what was viewed before another change has to be viewed again. */
function digestGroup({ method, title, changes }: ChangeGroup): string {
  const text = JSON.stringify([method, title, changes.map(({ id, message }) => [id, message])]);
  // FNV-1a in 32 bits: a mark needs no more.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
