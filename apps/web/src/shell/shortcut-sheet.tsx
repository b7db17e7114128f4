import { useState } from "react";
import { nameKeys } from "../keys/name-keys.ts";
import { useActiveShortcuts } from "../keys/shortcuts.ts";
import { areSingleKeysOn, setSingleKeys } from "../keys/single-keys.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Keys } from "../parts/keys.tsx";
import styles from "./shortcut-sheet.module.css";

/** The shortcuts that work on this page. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const shortcuts = useActiveShortcuts();
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const unique = shortcuts
    .filter(({ keys }, at) => shortcuts.findIndex((each) => each.keys === keys) === at)
    // What the frame has comes first, then the page.
    .toReversed();
  const change = (next: boolean) => {
    setSingleKeys(next);
    setIsOn(next);
  };
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className={styles["list"]}>
        {unique.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <Keys names={nameKeys(keys)} />
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles["switch"]}>
        <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
        Use shortcuts of single letters
      </label>
    </Dialog>
  );
}
