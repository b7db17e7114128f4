import { useState } from "react";
import { Checkbox } from "../parts/checkbox.tsx";
import { MarkdownText } from "../parts/markdown-text.tsx";
import { Select } from "../parts/select.tsx";
import type { DeclaredParameter } from "./declared-parameter.ts";
import type { ParameterValue } from "./fill-request.ts";
import { TemplateField } from "./template-field.tsx";
import styles from "./parameter-fields.module.css";

const groups = [
  { location: "path", title: "Path" },
  { location: "query", title: "Query" },
  { location: "querystring", title: "Query string" },
  { location: "header", title: "Headers" },
  { location: "cookie", title: "Cookies" },
] as const;

export interface ParameterFieldsProps {
  readonly values: readonly ParameterValue[];
  /** Those that have no value although the request needs one. */
  readonly missing: readonly ParameterValue[];
  readonly onChange: (values: readonly ParameterValue[]) => void;
}

/** The parameters that an operation declares, by their place in the request. */
export function ParameterFields({ values, missing, onChange }: ParameterFieldsProps) {
  const shown = groups.filter(({ location }) =>
    values.some(({ parameter }) => parameter.location === location),
  );
  const names = new Set(missing.map(({ parameter }) => parameter));
  return (
    <div className={styles["groups"]}>
      {shown.map(({ location, title }) => (
        <section key={location} aria-label={`${title} parameters`}>
          <h2 className={styles["title"]}>{title}</h2>
          {values.map((value, at) =>
            value.parameter.location === location ? (
              <Row
                key={value.parameter.name}
                value={value}
                isMissing={names.has(value.parameter)}
                onChange={(next) => onChange(values.with(at, next))}
              />
            ) : null,
          )}
        </section>
      ))}
    </div>
  );
}

interface RowProps {
  readonly value: ParameterValue;
  readonly isMissing: boolean;
  readonly onChange: (value: ParameterValue) => void;
}

function Row({ value, isMissing, onChange }: RowProps) {
  const { parameter, text, isSent } = value;
  const { name, isRequired, isDeprecated, description } = parameter;
  /** What is set is sent; the box takes it out again. */
  const set = (next: string) => onChange({ ...value, text: next, isSent: true });
  return (
    <div className={styles["row"]}>
      <span className={styles["box"]}>
        {!isRequired && (
          <Checkbox
            label={`Send ${name}`}
            isBare
            isChecked={isSent}
            onChange={(next) => onChange({ ...value, isSent: next })}
          />
        )}
      </span>
      <span className={styles["name"]}>
        <code>{name}</code>
        {isRequired && <span className={styles["mark"]}>required</span>}
        {isDeprecated && <span className={styles["mark"]}>deprecated</span>}
      </span>
      <div className={isSent ? "" : (styles["unsent"] ?? "")}>
        <ValueField
          parameter={parameter}
          text={text}
          error={isMissing ? `Enter a value of ${name}.` : null}
          onChange={set}
        />
      </div>
      <div className={styles["about"]}>
        {description !== "" && <MarkdownText text={description} />}
      </div>
    </div>
  );
}

interface ValueFieldProps {
  readonly parameter: DeclaredParameter;
  readonly text: string;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

const other = " other";

function ValueField({ parameter, text, error, onChange }: ValueFieldProps) {
  const { name, kind, choices } = parameter;
  const [isFree, setIsFree] = useState(false);
  if (kind === "list" && choices.length > 0)
    return <ListField parameter={parameter} text={text} error={error} onChange={onChange} />;
  const isKnown = choices.includes(text) || text === "";
  if (choices.length > 0 && isKnown && !isFree)
    return (
      <Select
        label={name}
        isBare
        value={text}
        choices={[
          ...(text === "" ? [{ value: "", name: "None" }] : []),
          ...choices.map((value) => ({ value, name: value })),
          { value: other, name: "Another value …" },
        ]}
        onChange={(next) => (next === other ? setIsFree(true) : onChange(next))}
      />
    );
  return (
    <TemplateField
      label={name}
      isBare
      isMono
      error={error}
      {...(kind === "list" ? { help: "Several values are separated by commas." } : {})}
      value={text}
      onChange={onChange}
    />
  );
}

/** A box for each choice of a list, of which several can be chosen. */
function ListField({ parameter, text, error, onChange }: ValueFieldProps) {
  const { name, choices } = parameter;
  const chosen = text === "" ? [] : text.split(",");
  const set = (choice: string, isChosen: boolean) =>
    onChange(choices.filter((each) => (each === choice ? isChosen : chosen.includes(each))).join());
  return (
    <div role="group" aria-label={name} className={styles["choices"]}>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={choice}
          isChecked={chosen.includes(choice)}
          onChange={(isChosen) => set(choice, isChosen)}
        />
      ))}
      {error !== null && <p className={styles["error"]}>{error}</p>}
    </div>
  );
}
