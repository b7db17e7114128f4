import { ChevronDown, ChevronRight, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../parts/button.tsx";
import { Checkbox } from "../parts/checkbox.tsx";
import { CommittedField } from "../parts/committed-field.tsx";
import {
  addProperty,
  formOf,
  isNullable,
  listProperties,
  referredSchema,
  withProperty,
  type Property,
} from "./schema-edits.ts";
import type { NestingProps } from "./schema-form.types.ts";
import styles from "./schema.module.css";

/** The properties of an object, one a line; each opens to its own schema. */
export function PropertyList(props: NestingProps) {
  const { label, schema, isLocked, onChange, onCommit, set, Nested } = props;
  const properties = listProperties(schema);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (at: number) => {
    const next = new Set(open);
    if (!next.delete(at)) next.add(at);
    setOpen(next);
  };
  const names = new Set(properties.map(({ name }) => name));
  const add = () => {
    let number = 1;
    while (names.has(`property${number}`)) number++;
    setOpen(new Set([...open, properties.length]));
    set(addProperty(schema, `property${number}`));
  };
  return (
    <section aria-label={`Properties of ${label}`}>
      <ul>
        {properties.map((property, at) => (
          <li key={at} className={styles["property"]}>
            <PropertyLine
              property={property}
              isOpen={open.has(at)}
              isLocked={isLocked}
              isTaken={(name) => name !== property.name && names.has(name)}
              onToggle={() => toggle(at)}
              onChange={(next) => set(withProperty(schema, property.name, next))}
            />
            {open.has(at) && (
              <div className={styles["nested"]}>
                <Nested
                  label={property.name}
                  schema={property.schema}
                  isLocked={isLocked}
                  onChange={(next) =>
                    onChange(withProperty(schema, property.name, { ...property, schema: next }))
                  }
                  onCommit={onCommit}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {!isLocked && (
        <Button onPress={add}>
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          Add property
        </Button>
      )}
    </section>
  );
}

interface PropertyLineProps {
  readonly property: Property;
  readonly isOpen: boolean;
  readonly isLocked: boolean;
  readonly isTaken: (name: string) => boolean;
  readonly onToggle: () => void;
  readonly onChange: (property: Property | null) => void;
}

function PropertyLine(props: PropertyLineProps) {
  const { property, isOpen, isLocked, isTaken, onToggle, onChange } = props;
  const { name, schema, isRequired } = property;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={styles["line"]}>
      <IconButton
        label={`${isOpen ? "Hide" : "Show"} the schema of ${name}`}
        aria-expanded={isOpen}
        onPress={onToggle}
      >
        <Chevron size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <CommittedField
        label={`Name of ${name}`}
        isBare
        isMono
        text={name}
        isReadOnly={isLocked}
        check={(next) =>
          next === "" ? "Enter a name." : isTaken(next) ? `There is a property ${next}.` : null
        }
        onCommit={(next) => onChange({ ...property, name: next })}
      />
      <span className={styles["summary"]}>{summarize(property)}</span>
      <Checkbox
        label="Required"
        isChecked={isRequired}
        isDisabled={isLocked}
        onChange={(isOn) => onChange({ ...property, isRequired: isOn })}
      />
      {!isLocked && (
        <IconButton label={`Delete property ${name}`} onPress={() => onChange(null)}>
          <Trash2 size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      {schema["deprecated"] === true && <span className={styles["summary"]}>deprecated</span>}
    </div>
  );
}

/** Its type in a few words: `array of Book`, `string or null`. */
function summarize({ schema }: Property): string {
  const form = formOf(schema);
  if (form === "reference") return referredSchema(schema) ?? String(schema["$ref"]);
  const items = listItems(schema["items"]);
  const type = form === "array" && items !== null ? `array of ${items}` : form;
  return isNullable(schema) ? `${type} or null` : type;
}

function listItems(items: unknown): string | null {
  if (typeof items !== "object" || items === null) return null;
  return summarize({ name: "", schema: items as Property["schema"], isRequired: false });
}
