import { useEffect, useRef, useSyncExternalStore } from "react";
import { areSingleKeysOn } from "./single-keys.ts";

/** A shortcut, as long as the part that has it is shown. */
export interface Shortcut {
  /** `mod+k`, `shift+x`, a key such as `e`, or two keys in turn such as `g h`. */
  readonly keys: string;
  /** What it does, for the sheet. */
  readonly label: string;
  readonly run: () => void;
}

/** The newest comes first: what is shown last answers before what lies behind it. */
let active: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
/** The time in which the second of two keys must follow. */
const sequenceMs = 1000;

function change(next: readonly Shortcut[]): void {
  active = next;
  for (const listener of listeners) listener();
}

/** Registers a shortcut while the component is shown; null: none. */
export function useShortcut(keys: string | null, label: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (keys === null) return undefined;
    const shortcut: Shortcut = { keys, label, run: () => latest.current() };
    change([shortcut, ...active]);
    return () => change(active.filter((each) => each !== shortcut));
  }, [keys, label]);
}

/** The shortcuts that work now. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => active,
  );
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Texts have an undo of their own, as long as they are typed. */
function hasOwnUndo(target: EventTarget | null): boolean {
  if (!isField(target) || target instanceof HTMLSelectElement) return false;
  return !(target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type));
}

/** `e`, `shift+x`, `?` (which has its Shift in it), `Escape`. */
function nameKey({ key, shiftKey }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const lower = key.toLowerCase();
  return shiftKey && lower !== key.toUpperCase() ? `shift+${lower}` : lower;
}

/** Hears all keys of the page. Returns a function that stops it. */
export function hearKeys(): () => void {
  let first: { key: string; at: number } | null = null;
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const isMod = event.metaKey || event.ctrlKey;
    const key = nameKey(event);
    const isPlain = !isMod && !event.altKey;
    if (isPlain && (isField(event.target) || !areSingleKeysOn())) return;
    if (isMod && /^(?:shift\+)?z$/.test(key) && hasOwnUndo(event.target)) return;
    const isSecond = first !== null && event.timeStamp - first.at < sequenceMs;
    const wanted = isMod ? `mod+${key}` : key;
    const pair = isSecond && first !== null ? `${first.key} ${wanted}` : wanted;
    const found =
      active.find(({ keys }) => keys === pair) ?? active.find(({ keys }) => keys === wanted);
    const begins = active.some(({ keys }) => keys.startsWith(`${wanted} `));
    first = found === undefined && begins && isPlain ? { key: wanted, at: event.timeStamp } : null;
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}
