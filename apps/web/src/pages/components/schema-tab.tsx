import { Empty } from "../../parts/view-state.tsx";
import { SchemaForm } from "../../design/schema-form.tsx";
import { asSchema } from "../../design/schema-edits.ts";
import { parseText, toText } from "./use-component.ts";

export interface SchemaTabProps {
  /** JSON. */
  readonly text: string;
  readonly isLocked: boolean;
  readonly onChange: (text: string) => void;
  readonly onCommit: () => void;
}

/** The form of a schema, as far as its JSON can be read. */
export function SchemaTab({ text, isLocked, onChange, onCommit }: SchemaTabProps) {
  const value = parseText(text);
  if (value === undefined)
    return <Empty text="The JSON of this schema is not valid. Correct it there." />;
  if (typeof value === "boolean")
    return (
      <Empty text={`This schema allows ${value ? "every value" : "no value"}. Edit it as JSON.`} />
    );
  return (
    <SchemaForm
      label="Schema"
      schema={asSchema(value)}
      isLocked={isLocked}
      onChange={(next) => onChange(toText(next))}
      onCommit={onCommit}
    />
  );
}
