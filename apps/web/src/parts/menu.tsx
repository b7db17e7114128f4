import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { ButtonContext } from "react-aria-components/Button";
import type { MenuChoice } from "./menu.types.ts";

// The open choices need much of React Aria, which no page needs before somebody opens a menu.
const loadList = async () => ({ default: (await import("./menu-list.tsx")).MenuList });
const MenuList = lazy(loadList);

interface PressedKey {
  readonly key: string;
  readonly continuePropagation: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly choices: readonly MenuChoice[];
}

export function Menu({ label, trigger, choices }: MenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const button = {
    ref: triggerRef,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onPress: () => setOpen(true),
    onHoverStart: () => void loadList(),
    onKeyDown: (event: PressedKey) => {
      if (event.key === "ArrowDown") setOpen(true);
      // The keys of the page also work while the button has the focus, such as after the menu closed.
      else event.continuePropagation();
    },
  } as const;
  return (
    <>
      <ButtonContext value={button}>{trigger}</ButtonContext>
      {isOpen && (
        <Suspense>
          <MenuList
            label={label}
            choices={choices}
            triggerRef={triggerRef}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
