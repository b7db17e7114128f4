import { useRef, type RefObject } from "react";
import { useShortcut } from "../../keys/shortcuts.ts";

/**
 * The keys of a comparison: `n` and `p` go from change to change, `v` marks the group of the current one. Changes have
 * the attribute `data-change`, groups `data-group` with their index.
 */
export function useChangeKeys(toggle: (group: number) => void): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const go = (step: 1 | -1) => {
    const changes = [...(list.current?.querySelectorAll<HTMLElement>("[data-change]") ?? [])];
    const current = changes.findIndex((change) => change.contains(document.activeElement));
    const at = current < 0 && step < 0 ? changes.length - 1 : current + step;
    const next = changes[Math.min(changes.length - 1, Math.max(0, at))];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "center" });
  };
  const mark = () => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-group]");
    const first = list.current?.querySelector<HTMLElement>("[data-group]");
    const group = focused ?? first;
    if (group !== null && group !== undefined) toggle(Number(group.dataset["group"]));
  };
  useShortcut("n", "Next change", () => go(1));
  useShortcut("p", "Previous change", () => go(-1));
  useShortcut("v", "Mark as viewed", mark);
  return list;
}
