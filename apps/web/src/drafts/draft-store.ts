// Texts that are not saved yet. They outlive a reload, a crash and the end of the session, and end with the sign-out.

const prefix = "lintel:draft:";

/** What a person has changed, and what the fields contained when they began. */
export interface Draft<Fields> {
  readonly base: Fields;
  readonly mine: Partial<Fields>;
}

export function readDraft<Fields>(key: string): Draft<Fields> | null {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? null : (JSON.parse(text) as Draft<Fields>);
  } catch {
    return null;
  }
}

/** null removes it. */
export function keepDraft<Fields>(key: string, draft: Draft<Fields> | null): void {
  try {
    if (draft === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // Storage is full or not allowed: the draft lasts as long as the page.
  }
}

/** Removes all texts of the person who signs out. */
export function dropDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix)) localStorage.removeItem(key);
}
