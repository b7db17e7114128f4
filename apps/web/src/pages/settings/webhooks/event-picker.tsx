import { useState } from "react";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { TextField } from "../../../parts/field.tsx";
import { EventGroupRow } from "./event-group-row.tsx";
import { findEvents, patternsOf, typesOf } from "./event-groups.ts";
import styles from "./event-picker.module.css";

export interface EventPickerProps {
  /** As a webhook has them: types, kinds such as `run.*`, or `*`. */
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
}

/** The events that a webhook sends: all of them, groups of them, or single ones. */
export function EventPicker({ patterns, onChange }: EventPickerProps) {
  const [text, setText] = useState("");
  const isAll = patterns.includes("*");
  const chosen = typesOf(patterns);
  const groups = findEvents(text);
  return (
    <fieldset className={styles["picker"]}>
      <legend>Events</legend>
      <Checkbox
        label="All events, also those that later versions add"
        isChecked={isAll}
        onChange={(next) => onChange(next ? ["*"] : [])}
      />
      {!isAll && (
        <>
          <TextField
            label="Find events"
            help={`${chosen.size.toLocaleString("en")} chosen. Search by name, type or field.`}
            value={text}
            onChange={setText}
          />
          <ul className={styles["groups"]} aria-label="Groups of events">
            {groups.map((group) => (
              <EventGroupRow
                key={group.name}
                group={group}
                chosen={chosen}
                isSearched={text.trim() !== ""}
                onChange={(types) => onChange(patternsOf(types))}
              />
            ))}
          </ul>
          {groups.length === 0 && <p>No event matches “{text}”.</p>}
        </>
      )}
    </fieldset>
  );
}
