import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { TemplateField } from "../../request/template-field.tsx";
import {
  readCondition,
  readForEach,
  readNames,
  readRetry,
  writeField,
  type CaseFields,
} from "./case-fields.ts";
import { formOf, operatorChoices } from "./choices.ts";
import { readValue, showValue } from "../tests/json-value.ts";
import { useTypedText } from "./use-typed-text.ts";
import styles from "./suites.module.css";

export interface FlowFieldsProps {
  readonly fields: CaseFields;
  /** Changes that are saved when the field is left. */
  readonly change: (fields: Partial<CaseFields>) => void;
  /** Changes that are saved at once. */
  readonly set: (fields: Partial<CaseFields>) => void;
  /** The cases that run before this one, by name. */
  readonly earlier: readonly string[];
  readonly isReadOnly: boolean;
}

/** When the case runs, how often, and after what. */
export function FlowFields(props: FlowFieldsProps) {
  const { fields, change, isReadOnly } = props;
  return (
    <details className={`${styles["group"]} ${styles["more"]}`}>
      <summary>Order, condition and repetition</summary>
      <div className={styles["fields"]}>
        <Dependencies {...props} />
        <ConditionFields {...props} />
        <RepeatFields {...props} />
        <RetryFields {...props} />
        <TextField
          label="Time limit in milliseconds"
          isOptional
          inputMode="numeric"
          isReadOnly={isReadOnly}
          value={fields.timeoutMs}
          onChange={(text) => change({ timeoutMs: text.replaceAll(/\D/g, "") })}
        />
      </div>
    </details>
  );
}

function Dependencies({ fields, set, earlier, isReadOnly }: FlowFieldsProps) {
  const names = readNames(fields.dependsOn);
  const free = earlier.filter((name) => !names.includes(name));
  const write = (next: readonly string[]) => set({ dependsOn: writeField(next) });
  return (
    <div>
      <Select
        label="Runs only if these passed"
        value=""
        choices={[
          { value: "", name: "Add a case …" },
          ...free.map((name) => ({ value: name, name })),
        ]}
        isDisabled={isReadOnly || free.length === 0}
        onChange={(name) => name !== "" && write([...names, name])}
      />
      {names.map((name) => (
        <Checkbox
          key={name}
          label={name}
          isChecked
          isDisabled={isReadOnly}
          onChange={() => write(names.filter((each) => each !== name))}
        />
      ))}
    </div>
  );
}

function ConditionFields({ fields, change, set, isReadOnly }: FlowFieldsProps) {
  const when = readCondition(fields.when);
  const [text, setText] = useTypedText(showValue(when?.expected));
  const begin = { value: "{{name}}", operator: "equals", expected: "" } as const;
  return (
    <div>
      <Checkbox
        label="Only if a condition holds"
        isChecked={when !== undefined}
        isDisabled={isReadOnly}
        onChange={(next) => set({ when: next ? writeField(begin) : "" })}
      />
      {when !== undefined && (
        <div className={styles["names"]}>
          <TemplateField
            label="Value"
            isMono
            isReadOnly={isReadOnly}
            value={showValue(when.value)}
            onChange={(value) => change({ when: writeField({ ...when, value }) })}
          />
          <Select
            label="Operator"
            value={when.operator}
            choices={operatorChoices}
            isDisabled={isReadOnly}
            onChange={(operator) => {
              const { expected = "", ...rest } = when;
              const isBare = formOf(operator) === "none";
              set({ when: writeField({ ...rest, operator, ...(isBare ? {} : { expected }) }) });
            }}
          />
          {formOf(when.operator) !== "none" && (
            <TemplateField
              label="Expected value"
              isMono
              isReadOnly={isReadOnly}
              value={text}
              onChange={(next) => {
                const expected = readValue(next) ?? "";
                setText(next, showValue(expected));
                change({ when: writeField({ ...when, expected }) });
              }}
            />
          )}
        </div>
      )}
    </div>
  );
}

function RepeatFields({ fields, change, set, isReadOnly }: FlowFieldsProps) {
  const foreach = readForEach(fields.foreach);
  const [text, setText] = useTypedText(showValue(foreach?.items));
  return (
    <div>
      <Checkbox
        label="Once for each item of a list"
        isChecked={foreach !== undefined}
        isDisabled={isReadOnly}
        onChange={(next) => set({ foreach: next ? writeField({ items: [], as: "item" }) : "" })}
      />
      {foreach !== undefined && (
        <div className={styles["pair"]}>
          <TemplateField
            label="List"
            help="{{name}} of a list, or [1, 2, 3]."
            isMono
            isReadOnly={isReadOnly}
            value={text}
            onChange={(next) => {
              const items = readValue(next) ?? [];
              setText(next, showValue(items));
              change({ foreach: writeField({ ...foreach, items }) });
            }}
          />
          <TextField
            label="Name of the variable"
            isMono
            isReadOnly={isReadOnly}
            value={foreach.as}
            onChange={(as) => change({ foreach: writeField({ ...foreach, as }) })}
          />
        </div>
      )}
    </div>
  );
}

function RetryFields({ fields, change, set, isReadOnly }: FlowFieldsProps) {
  const retry = readRetry(fields.retry);
  const number = (text: string, least: number) =>
    Math.max(least, Number(text.replaceAll(/\D/g, "")));
  return (
    <div>
      <Checkbox
        label="Send again until the assertions hold"
        isChecked={retry !== undefined}
        isDisabled={isReadOnly}
        onChange={(next) =>
          set({ retry: next ? writeField({ maxAttempts: 3, delayMs: 1000 }) : "" })
        }
      />
      {retry !== undefined && (
        <div className={styles["pair"]}>
          <TextField
            label="Attempts"
            inputMode="numeric"
            isReadOnly={isReadOnly}
            value={String(retry.maxAttempts)}
            onChange={(text) =>
              change({ retry: writeField({ ...retry, maxAttempts: number(text, 1) }) })
            }
          />
          <TextField
            label="Wait between attempts in milliseconds"
            inputMode="numeric"
            isReadOnly={isReadOnly}
            value={String(retry.delayMs ?? 0)}
            onChange={(text) =>
              change({ retry: writeField({ ...retry, delayMs: number(text, 0) }) })
            }
          />
        </div>
      )}
    </div>
  );
}
