import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../parts/button.tsx";
import { Select } from "../parts/select.tsx";
import { useTree } from "./use-version.ts";
import {
  asSchema,
  compositionNames,
  compositions,
  referenceTo,
  withMember,
  type Composition,
} from "./schema-edits.ts";
import type { NestingProps } from "./schema-form.types.ts";
import styles from "./schema.module.css";

const choices = compositions.map((value) => ({ value, name: compositionNames[value] }));

/** The schemas that a value must match: all, at least one, or exactly one of them. */
export function SchemaMembers(props: NestingProps & { readonly composition: Composition }) {
  const { label, schema, composition, isLocked, onChange, onCommit, set, Nested } = props;
  const { data: tree } = useTree();
  const members = schema[composition] as readonly unknown[];
  const first = tree?.components.find(({ kind }) => kind === "schemas")?.name ?? "";
  const replaced = (at: number, next: unknown) =>
    members.flatMap((each, index) => (index === at ? (next === null ? [] : [next]) : [each]));
  return (
    <section className={styles["nested"]} aria-label={`Members of ${label}`}>
      <Select
        label={`How the members of ${label} combine`}
        isBare
        value={composition}
        choices={choices}
        isDisabled={isLocked}
        onChange={(next) =>
          set(withMember(withMember(schema, composition, undefined), next, members))
        }
      />
      {members.map((member, at) => (
        <div key={at} className={styles["member"]}>
          <Nested
            label={`${label}, member ${at + 1}`}
            schema={asSchema(member)}
            isLocked={isLocked}
            onChange={(next) => onChange(withMember(schema, composition, replaced(at, next)))}
            onCommit={onCommit}
          />
          {!isLocked && (
            <IconButton
              label={`Delete member ${at + 1} of ${label}`}
              onPress={() => set(withMember(schema, composition, replaced(at, null)))}
            >
              <Trash2 size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {!isLocked && (
        <Button
          onPress={() =>
            set(withMember(schema, composition, [...members, { $ref: referenceTo(first) }]))
          }
        >
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          Add member
        </Button>
      )}
    </section>
  );
}
