import { Plus, X } from "lucide-react";
import type { Assertion } from "@lintel/contract/shapes/test-case";
import { Button, IconButton } from "../../parts/button.tsx";
import { Select } from "../../parts/select.tsx";
import { SuggestField } from "../../parts/suggest-field.tsx";
import { TextField } from "../../parts/field.tsx";
import { TemplateField } from "../../request/template-field.tsx";
import { formOf, operatorChoices, sourceChoices } from "./choices.ts";
import { readValue, showValue } from "../tests/json-value.ts";
import { useTypedText } from "./use-typed-text.ts";
import styles from "./suites.module.css";

export interface AssertionRowsProps {
  readonly assertions: readonly Assertion[];
  readonly paths: readonly string[];
  readonly onChange: (assertions: readonly Assertion[]) => void;
  readonly isReadOnly: boolean;
}

const first: Assertion = { source: "status", operator: "equals", expected: 200 };

/** What the response must be: an assertion a row. */
export function AssertionRows(props: AssertionRowsProps) {
  const { assertions, onChange, isReadOnly } = props;
  return (
    <section className={styles["group"]} aria-label="Assertions">
      <div className={styles["groupHead"]}>
        <h2>Assertions</h2>
        {!isReadOnly && (
          <Button kind="quiet" onPress={() => onChange([...assertions, first])}>
            <Plus size={16} strokeWidth={1.5} aria-hidden /> Add assertion
          </Button>
        )}
      </div>
      {assertions.length > 0 && (
        <div className={`${styles["rowHead"]} ${styles["assertion"]}`} aria-hidden>
          <span>Source</span>
          <span>Place</span>
          <span>Operator</span>
          <span>Expected</span>
        </div>
      )}
      {assertions.map((assertion, at) => (
        <AssertionRow
          // Rows have no id; an assertion keeps its place while it is edited.
          key={at}
          {...props}
          assertion={assertion}
          number={at + 1}
          onRow={(next) =>
            onChange(
              next === null ? assertions.toSpliced(at, 1) : assertions.toSpliced(at, 1, next),
            )
          }
        />
      ))}
    </section>
  );
}

interface RowProps extends AssertionRowsProps {
  readonly assertion: Assertion;
  readonly number: number;
  readonly onRow: (assertion: Assertion | null) => void;
}

function AssertionRow({ assertion, number, paths, onRow, isReadOnly }: RowProps) {
  const { operator, expected } = assertion;
  return (
    <fieldset
      className={`${styles["row"]} ${styles["assertion"]}`}
      aria-label={`Assertion ${number}`}
    >
      <Select
        label="Source"
        isBare
        value={assertion.source}
        choices={sourceChoices}
        isDisabled={isReadOnly}
        onChange={(source) => onRow(ofSource(assertion, source))}
      />
      <Place assertion={assertion} paths={paths} {...{ onRow, isReadOnly }} />
      <Select
        label="Operator"
        isBare
        value={operator}
        choices={operatorChoices}
        isDisabled={isReadOnly}
        onChange={(next) => onRow(ofOperator(assertion, next))}
      />
      {formOf(operator) === "none" ? (
        <span />
      ) : (
        <ExpectedField
          // The text of a person stays as typed until the row is another one.
          key={operator}
          isList={formOf(operator) === "list"}
          expected={expected}
          isReadOnly={isReadOnly}
          onChange={(value) => onRow({ ...assertion, expected: value })}
        />
      )}
      {!isReadOnly && (
        <IconButton label={`Remove assertion ${number}`} onPress={() => onRow(null)}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
    </fieldset>
  );
}

type PlaceProps = Pick<RowProps, "assertion" | "paths" | "onRow" | "isReadOnly">;

/** The header or the path that is checked; nothing for the other sources. */
function Place({ assertion, paths, onRow, isReadOnly }: PlaceProps) {
  const { source, path = "", name = "" } = assertion;
  const shared = { isBare: true, isMono: true, isReadOnly };
  if (source === "jsonPath")
    return (
      <PathField
        {...shared}
        label="Path"
        value={path}
        paths={paths}
        onChange={(text) => onRow({ ...assertion, path: text })}
      />
    );
  if (source !== "header") return <span />;
  return (
    <TextField
      {...shared}
      label="Header name"
      value={name}
      onChange={(text) => onRow({ ...assertion, name: text })}
    />
  );
}

export interface PathFieldProps {
  readonly label: string;
  readonly value: string;
  readonly paths: readonly string[];
  readonly onChange: (text: string) => void;
  readonly isReadOnly: boolean;
  readonly isBare?: boolean;
}

/** A JSONPath; the paths of the last response are completed. */
export function PathField({ paths, ...field }: PathFieldProps) {
  const suggest = (before: string) => {
    const wanted = before.toLowerCase();
    const starting = paths.filter((path) => path.toLowerCase().startsWith(wanted));
    const found =
      starting.length > 0 ? starting : paths.filter((path) => path.toLowerCase().includes(wanted));
    const choices = found.filter((path) => path !== before);
    return choices.length === 0 ? null : { from: 0, choices };
  };
  return <SuggestField isMono {...field} suggest={suggest} />;
}

interface ExpectedFieldProps {
  readonly isList: boolean;
  readonly expected: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (value: unknown) => void;
}

function ExpectedField({ isList, expected, isReadOnly, onChange }: ExpectedFieldProps) {
  const [text, setText] = useTypedText(isList ? showList(expected) : showValue(expected));
  return (
    <TemplateField
      label={isList ? "Expected values, separated by commas" : "Expected value"}
      isBare
      isMono
      isReadOnly={isReadOnly}
      value={text}
      onChange={(next) => {
        const value = isList ? readList(next) : (readValue(next) ?? "");
        setText(next, isList ? showList(value) : showValue(value));
        onChange(value);
      }}
    />
  );
}

function readList(text: string): unknown {
  const whole = readValue(text);
  if (Array.isArray(whole) || text.includes("{{")) return whole;
  return text.split(",").flatMap((part) => {
    const value = readValue(part.trim());
    return value === undefined ? [] : [value];
  });
}

const showList = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => !showValue(item).includes(","))
    ? value.map(showValue).join(", ")
    : showValue(value);

function ofSource(assertion: Assertion, source: Assertion["source"]): Assertion {
  const { operator, expected } = assertion;
  const rest = { operator, ...(expected === undefined ? {} : { expected }) };
  if (source === "jsonPath") return { source, path: assertion.path ?? "$", ...rest };
  if (source === "header") return { source, name: assertion.name ?? "content-type", ...rest };
  if (source === "duration") return { source, operator: "lessThan", expected: 1000 };
  return { source, ...rest };
}

const firstValues: Readonly<Partial<Record<Assertion["operator"], unknown>>> = {
  between: [0, 100],
  isType: "string",
  hasLength: 1,
};

function ofOperator(assertion: Assertion, operator: Assertion["operator"]): Assertion {
  const { expected, ...rest } = assertion;
  const form = formOf(operator);
  if (form === "none") return { ...rest, operator };
  if (operator in firstValues) return { ...rest, operator, expected: firstValues[operator] };
  const isList = Array.isArray(expected);
  if (form === "list") return { ...rest, operator, expected: isList ? expected : [expected ?? ""] };
  return { ...rest, operator, expected: isList ? (expected[0] ?? "") : (expected ?? "") };
}
