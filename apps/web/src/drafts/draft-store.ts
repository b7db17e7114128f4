// Texts that are not saved yet. They outlive a reload, a crash and the end of the session, and end with the sign-out.

const prefix = "lintel:draft:";

/** What a person has changed, and what the fields contained when they began. */
export interface Draft<Fields> {
  readonly base: Fields;
  readonly mine: Partial<Fields>;
}

/** Drafts that are written shortly: a long text is not written with every key. */
const pending = new Map<string, Draft<unknown> | null>();
const pauseMs = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

export function readDraft<Fields>(key: string): Draft<Fields> | null {
  const newer = pending.get(key);
  if (newer !== undefined) return newer as Draft<Fields> | null;
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? null : (JSON.parse(text) as Draft<Fields>);
  } catch {
    return null;
  }
}

/** null removes it. */
export function keepDraft<Fields>(key: string, draft: Draft<Fields> | null): void {
  pending.set(key, draft);
  timer ??= setTimeout(writePending, pauseMs);
}

globalThis.addEventListener?.("pagehide", writePending);

function writePending(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [key, draft] of pending) writeDraft(key, draft);
  pending.clear();
}

function writeDraft(key: string, draft: Draft<unknown> | null): void {
  try {
    if (draft === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // Storage is full or not allowed: the draft lasts as long as the page.
  }
}

/** Removes all texts of the person who signs out. */
export function dropDrafts(): void {
  pending.clear();
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix)) localStorage.removeItem(key);
}
