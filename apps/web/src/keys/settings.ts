/** A setting of this browser; null where there is none. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`lintel:${name}`);
  } catch {
    return null;
  }
}

/** null removes the setting. Without storage, it lasts as long as the page. */
export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`lintel:${name}`);
    else localStorage.setItem(`lintel:${name}`, value);
  } catch {
    // Storage is full or not allowed.
  }
}
