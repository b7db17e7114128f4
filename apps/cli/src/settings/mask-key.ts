/** A key as it may be shown: enough to tell keys apart, as the list of keys shows them. */
export function maskKey(key: string): string {
  const shown = /^svc_[a-z]+_/.exec(key)?.[0].length ?? 0;
  // A short text that is no key of ours would be given away by its first characters.
  return key.length < shown + 20 ? "••••" : `${key.slice(0, shown + 4)}••••`;
}
