import { useState } from "react";
import { describeError } from "../../api/refusal.ts";
import { CodeEditor } from "../../parts/code-editor.tsx";
import { toSchemaText } from "./json-text.ts";
import tones from "../../styles/tones.module.css";

export interface SchemaFieldProps {
  readonly label: string;
  readonly schema: unknown;
  readonly isLocked: boolean;
  /** @param text - JSON */
  readonly onSave: (text: string) => Promise<void>;
}

/** A schema as JSON; saved when it is left, if it is valid JSON. */
export function SchemaField({ label, schema, isLocked, onSave }: SchemaFieldProps) {
  const known = toSchemaText(schema);
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    if (text === null || text === known) return setText(null);
    if (!isJson(text)) return setError("Not saved: this is not valid JSON.");
    try {
      await onSave(text);
      setError(null);
      setText(null);
    } catch (failure) {
      setError(`Not saved: ${describeError(failure)}`);
    }
  };
  return (
    <div>
      <CodeEditor
        label={label}
        language="json"
        text={text ?? known}
        isReadOnly={isLocked}
        onChange={setText}
        onBlur={() => void save()}
      />
      {error !== null && (
        <p role="alert" className={tones["bad"]}>
          {error}
        </p>
      )}
    </div>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
