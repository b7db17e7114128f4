import { Plus, X } from "lucide-react";
import type { Extraction } from "@lintel/contract/shapes/test-case";
import { Button, IconButton } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { PathField } from "./assertion-rows.tsx";
import { extractionChoices } from "./choices.ts";
import { readValue, showValue } from "../tests/json-value.ts";
import styles from "./suites.module.css";

export interface ExtractionRowsProps {
  readonly extractions: readonly Extraction[];
  readonly paths: readonly string[];
  readonly onChange: (extractions: readonly Extraction[]) => void;
  readonly isReadOnly: boolean;
}

/** What later cases use of the response: an extraction a row. */
export function ExtractionRows(props: ExtractionRowsProps) {
  const { extractions, onChange, isReadOnly } = props;
  const add = () => {
    const name = `value${extractions.length + 1}`;
    onChange([...extractions, { name, source: "jsonPath", path: "$" }]);
  };
  return (
    <section className={styles["group"]} aria-label="Extractions">
      <div className={styles["groupHead"]}>
        <h2>Extractions</h2>
        {!isReadOnly && (
          <Button kind="quiet" onPress={add}>
            <Plus size={16} strokeWidth={1.5} aria-hidden /> Add extraction
          </Button>
        )}
      </div>
      {extractions.length > 0 && (
        <div className={`${styles["rowHead"]} ${styles["extraction"]}`} aria-hidden>
          <span>Variable</span>
          <span>Source</span>
          <span>Place</span>
          <span>Pattern</span>
        </div>
      )}
      {extractions.map((extraction, at) => (
        <ExtractionRow
          // Rows have no id; an extraction keeps its place while it is edited.
          key={at}
          {...props}
          extraction={extraction}
          number={at + 1}
          onRow={(next) =>
            onChange(
              next === null ? extractions.toSpliced(at, 1) : extractions.toSpliced(at, 1, next),
            )
          }
        />
      ))}
    </section>
  );
}

interface RowProps extends ExtractionRowsProps {
  readonly extraction: Extraction;
  readonly number: number;
  readonly onRow: (extraction: Extraction | null) => void;
}

function ExtractionRow({ extraction, number, paths, onRow, isReadOnly }: RowProps) {
  const { name, source, path = "", header = "", pattern = "", isSecret } = extraction;
  const shared = { isBare: true, isMono: true, isReadOnly };
  return (
    <fieldset
      className={`${styles["row"]} ${styles["extraction"]}`}
      aria-label={`Extraction ${number}`}
    >
      <TextField
        {...shared}
        label="Name of the variable"
        value={name}
        onChange={(text) => onRow({ ...extraction, name: text })}
      />
      <Select
        label="Source"
        isBare
        value={source}
        choices={extractionChoices}
        isDisabled={isReadOnly}
        onChange={(next) => onRow(ofSource(extraction, next))}
      />
      {source === "jsonPath" && (
        <PathField
          {...shared}
          label="Path"
          value={path}
          paths={paths}
          onChange={(text) => onRow({ ...extraction, path: text })}
        />
      )}
      {source === "header" && (
        <TextField
          {...shared}
          label="Header name"
          value={header}
          onChange={(text) => onRow({ ...extraction, header: text })}
        />
      )}
      {source !== "jsonPath" && source !== "header" && <span />}
      <TextField
        {...shared}
        label="Pattern"
        value={pattern}
        onChange={(text) => onRow(withText(extraction, "pattern", text))}
      />
      {!isReadOnly && (
        <IconButton label={`Remove extraction ${number}`} onPress={() => onRow(null)}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      <div className={styles["options"]}>
        <Checkbox
          label="Secret"
          isChecked={isSecret === true}
          isDisabled={isReadOnly}
          onChange={(next) => onRow({ ...extraction, isSecret: next })}
        />
        <DefaultField extraction={extraction} {...{ onRow, isReadOnly }} />
      </div>
    </fieldset>
  );
}

function DefaultField({
  extraction,
  onRow,
  isReadOnly,
}: Pick<RowProps, "extraction" | "onRow" | "isReadOnly">) {
  const hasDefault = "default" in extraction;
  const { default: value, ...rest } = extraction;
  return (
    <>
      <Checkbox
        label="Default where nothing is found"
        isChecked={hasDefault}
        isDisabled={isReadOnly}
        onChange={(next) => onRow(next ? { ...rest, default: null } : rest)}
      />
      {hasDefault && (
        <TextField
          label="Default"
          isBare
          isMono
          isReadOnly={isReadOnly}
          value={showValue(value)}
          onChange={(text) => onRow({ ...rest, default: readValue(text) ?? "" })}
        />
      )}
    </>
  );
}

/** A text that is absent where it is empty. */
function withText(extraction: Extraction, field: "pattern", text: string): Extraction {
  const { [field]: _, ...rest } = extraction;
  return text === "" ? rest : { ...rest, [field]: text };
}

function ofSource(extraction: Extraction, source: Extraction["source"]): Extraction {
  const { path, header, ...rest } = extraction;
  if (source === "jsonPath") return { ...rest, source, path: path ?? "$" };
  if (source === "header") return { ...rest, source, header: header ?? "location" };
  return { ...rest, source };
}
