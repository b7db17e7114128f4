import type { RefObject } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { MenuChoice } from "./menu.types.ts";
import styles from "./menu.module.css";

export interface MenuListProps {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
  /** The button next to which the choices are shown. */
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The open choices of a menu. */
export function MenuList({ label, choices, triggerRef, onClose }: MenuListProps) {
  const act = (id: string) => choices.find((choice) => choice.id === id)?.run();
  return (
    <Popover
      aria-label={label}
      isOpen
      onOpenChange={onClose}
      triggerRef={triggerRef}
      trigger="MenuTrigger"
      placement="bottom start"
      offset={4}
      className={styles["popover"] ?? ""}
    >
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        className={styles["menu"] ?? ""}
        onAction={(id) => act(String(id))}
        onClose={onClose}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.id} choice={choice} />
        ))}
      </AriaMenu>
    </Popover>
  );
}

function MenuItem({ choice }: { choice: MenuChoice }) {
  return (
    <AriaMenuItem
      id={choice.id}
      textValue={choice.label}
      className={`${styles["item"]} ${choice.isDanger === true ? styles["danger"] : ""}`}
      {...(choice.isCurrent === true ? { "aria-current": true } : {})}
    >
      {choice.icon}
      <span className={styles["label"]}>{choice.label}</span>
      {choice.detail !== undefined && <span className={styles["detail"]}>{choice.detail}</span>}
    </AriaMenuItem>
  );
}
