import { useMemo, useState, type KeyboardEvent } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { PaletteEntry } from "./make-entry.ts";
import { usePaletteEntries } from "./palette-entries.ts";
import { useFoundEntries } from "./use-found-entries.ts";
import styles from "./palette.module.css";

export interface PaletteProps {
  readonly text: string;
  readonly onClose: () => void;
}

const maxShown = 50;

/** One box for going to places and for actions: `>` shows actions alone, `/` paths alone. */
export function Palette({ text: initial, onClose }: PaletteProps) {
  const [text, setText] = useState(initial);
  const [at, setAt] = useState(0);
  const entries = usePaletteEntries();
  const local = useMemo(() => findEntries(entries, text).slice(0, maxShown), [entries, text]);
  // What the server finds comes last: the current line stays where it is.
  const found = withoutTwins([...local, ...useFoundEntries(text)]);
  const current = Math.min(at, Math.max(0, found.length - 1));
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((current + step + found.length) % Math.max(1, found.length));
    else if (event.key === "Enter") run(found[current]);
    else return;
    event.preventDefault();
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => open || onClose()}
      isDismissable
      className={styles["overlay"] ?? ""}
    >
      <Modal className={styles["palette"] ?? ""}>
        <AriaDialog aria-label="Search and commands" className={styles["dialog"] ?? ""}>
          <input
            className={styles["box"]}
            role="combobox"
            aria-label="Search and commands"
            aria-expanded
            aria-controls="palette-list"
            aria-activedescendant={found.length === 0 ? undefined : `palette-${current}`}
            placeholder="Go to, or > for actions"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={press}
            // The person has just opened the box to type in it.
            autoFocus
          />
          <ul id="palette-list" role="listbox" aria-label="Results" className={styles["list"]}>
            {found.map((entry, index) => (
              <Row
                key={entry.id}
                entry={entry}
                index={index}
                isCurrent={index === current}
                onRun={run}
              />
            ))}
          </ul>
          {found.length === 0 && <p className={styles["none"]}>Nothing matches “{text}”.</p>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface RowProps {
  readonly entry: PaletteEntry;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly onRun: (entry: PaletteEntry) => void;
}

function Row({ entry, index, isCurrent, onRun }: RowProps) {
  return (
    // The keyboard stays in the box above, which names the current option.
    <li
      id={`palette-${index}`}
      role="option"
      aria-selected={isCurrent}
      className={styles["row"]}
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: "nearest" });
      }}
      onClick={() => onRun(entry)}
    >
      <span className={styles["name"]}>{entry.name}</span>
      <span className={styles["kind"]}>{entry.kind}</span>
    </li>
  );
}

function withoutTwins(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const ids = new Set<string>();
  return entries.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Entries that contain all words, those that begin with the text first. */
function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const isActions = text.startsWith(">");
  const words = (isActions ? text.slice(1) : text).toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  const matching = entries.filter(({ kind, words: own }) => {
    if (isActions && kind !== "Action") return false;
    return words.every((word) => own.includes(word));
  });
  const rank = (entry: PaletteEntry) => (entry.words.startsWith(first) ? 0 : 1);
  return first === "" ? matching : matching.sort((left, right) => rank(left) - rank(right));
}
