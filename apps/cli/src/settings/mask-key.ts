/** A key for display: enough to distinguish keys, as in the list of keys. */
export function maskKey(key: string): string {
  const shown = /^svc_[a-z]+_/.exec(key)?.[0].length ?? 0;
  // The first characters of a short text that is not a Lintel key would reveal it.
  return key.length < shown + 20 ? "••••" : `${key.slice(0, shown + 4)}••••`;
}
