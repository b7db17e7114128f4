import type { ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
} from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import styles from "./menu.module.css";

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Next to the label, such as a version or a shortcut. */
  readonly detail?: ReactNode;
  readonly isCurrent?: boolean;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly choices: readonly MenuChoice[];
}

export function Menu({ label, trigger, choices }: MenuProps) {
  const act = (id: string) => choices.find((choice) => choice.id === id)?.run();
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom start" offset={4} className={styles["popover"] ?? ""}>
        <AriaMenu
          aria-label={label}
          className={styles["menu"] ?? ""}
          onAction={(id) => act(String(id))}
        >
          {choices.map((choice) => (
            <AriaMenuItem
              key={choice.id}
              id={choice.id}
              textValue={choice.label}
              className={`${styles["item"]} ${choice.isDanger === true ? styles["danger"] : ""}`}
              {...(choice.isCurrent === true ? { "aria-current": true } : {})}
            >
              {choice.icon}
              <span className={styles["label"]}>{choice.label}</span>
              {choice.detail !== undefined && (
                <span className={styles["detail"]}>{choice.detail}</span>
              )}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
