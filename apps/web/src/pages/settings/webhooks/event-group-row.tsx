import { useState } from "react";
import type { EventName } from "@lintel/contract/events";
import { Button } from "../../../parts/button.tsx";
import { Checkbox } from "../../../parts/checkbox.tsx";
import type { EventGroup } from "./event-groups.ts";
import styles from "./event-picker.module.css";

export interface EventGroupRowProps {
  readonly group: EventGroup;
  readonly chosen: ReadonlySet<EventName>;
  /** What is searched for is shown at once. */
  readonly isSearched: boolean;
  readonly onChange: (types: ReadonlySet<EventName>) => void;
}

/** A group of events: its box chooses all of them, and what is below it single ones. */
export function EventGroupRow({ group, chosen, isSearched, onChange }: EventGroupRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, events } = group;
  const types = events.map(({ type }) => type);
  const count = types.filter((type) => chosen.has(type)).length;
  const set = (changed: readonly EventName[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const type of changed)
      if (isChosen) next.add(type);
      else next.delete(type);
    onChange(next);
  };
  const isShown = isOpen || isSearched;
  return (
    <li>
      <div className={styles["group"]}>
        <Checkbox
          label={isSearched ? `${name}: all that match` : name}
          isChecked={count === types.length}
          isMixed={count > 0 && count < types.length}
          onChange={(next) => set(types, next)}
        />
        <span className={styles["count"]}>
          {count} of {types.length}
        </span>
        {!isSearched && (
          <Button
            kind="quiet"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Hide" : "Show"} events of ${name}`}
            onPress={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide" : "Show"}
          </Button>
        )}
      </div>
      {isShown && (
        <ul className={styles["events"]} aria-label={name}>
          {events.map(({ type, name: label, fields }) => (
            <li key={type}>
              <Checkbox
                label={label}
                isChecked={chosen.has(type)}
                onChange={(next) => set([type], next)}
              />
              <span className={styles["carries"]}>
                <code>{type}</code> carries{" "}
                {fields.length === 0 ? "its subject alone" : fields.join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
