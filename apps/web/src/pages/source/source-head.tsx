import { SaveNote } from "../../drafts/save-note.tsx";
import { Button } from "../../parts/button.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { Select } from "../../parts/select.tsx";
import { LockNote } from "../../design/lock-note.tsx";
import type { EditLock } from "../../design/use-version.ts";
import { setSourceFormat, type SourceFormat } from "./source-format.ts";
import type { useSource } from "./use-source.ts";
import styles from "./source.module.css";

const formats = [
  { value: "yaml", name: "YAML" },
  { value: "json", name: "JSON" },
] as const;

export interface SourceHeadProps {
  readonly source: ReturnType<typeof useSource>;
  readonly format: SourceFormat;
  readonly lock: EditLock;
}

/** The state of the text, its format, and what saves or discards it. */
export function SourceHead({ source, format, lock }: SourceHeadProps) {
  const { state, savedAt, error, isOutdated } = source;
  const isUnsaved = state === "unsaved" || state === "failed";
  const save = () => void source.save();
  return (
    <div className={styles["head"]}>
      <h1 className={styles["title"]}>Source</h1>
      <LockNote lock={lock} />
      {lock === null && <SaveNote state={state} savedAt={savedAt} error={error} onRetry={save} />}
      {isOutdated && (
        <span className={styles["note"]}>
          Others changed this version. Saving merges both changes.
        </span>
      )}
      <span className={styles["controls"]}>
        {isUnsaved && <Button onPress={source.discard}>Discard changes</Button>}
        <Select
          label="Format"
          isBare
          value={format}
          choices={formats}
          onChange={setSourceFormat}
          isDisabled={isUnsaved}
        />
      </span>
      {lock === null && (
        <HeaderActions>
          <Button kind="primary" isDisabled={!isUnsaved} onPress={save}>
            Save source
          </Button>
        </HeaderActions>
      )}
    </div>
  );
}
