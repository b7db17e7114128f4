import { useState } from "react";

/** A visit ends when Home was not opened for so long. */
const pauseMs = 30 * 60_000;

interface Visits {
  /** When the visit before this one ended. */
  readonly before: number | null;
  readonly seenAt: number;
}

/** When the person was last here, in this browser; null on the first visit. */
export function useLastVisit(organization: string): Date | null {
  const [before] = useState(() => noteVisit(organization, Date.now()));
  return before === null ? null : new Date(before);
}

function noteVisit(organization: string, now: number): number | null {
  const key = `lintel-visit:${organization}`;
  const kept = readVisits(localStorage.getItem(key));
  const before =
    kept === null || now - kept.seenAt < pauseMs ? (kept?.before ?? null) : kept.seenAt;
  localStorage.setItem(key, JSON.stringify({ before, seenAt: now } satisfies Visits));
  return before;
}

function readVisits(text: string | null): Visits | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Visits> | null;
    return typeof kept?.seenAt === "number"
      ? { before: kept.before ?? null, seenAt: kept.seenAt }
      : null;
  } catch {
    return null;
  }
}
