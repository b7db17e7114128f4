import { Trash2 } from "lucide-react";
import type { ResponseItemProps } from "./endpoint-parts.types.ts";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { IconButton } from "../../parts/button.tsx";
import { toneOfStatus } from "../../parts/status-tone.ts";
import { TextField } from "../../parts/field.tsx";
import { MediaTypes } from "./media-types.tsx";
import { ResponseHeaders } from "./response-headers.tsx";
import { useResponseDraft } from "./use-response-draft.ts";
import tones from "../../styles/tones.module.css";
import styles from "./rows.module.css";

const labels = { description: "Description" };

/** A response: what it means, its headers, and a schema for each media type. */
export function ResponseItem({ endpoint, response, isLocked }: ResponseItemProps) {
  const draft = useResponseDraft(endpoint, response);
  const { fields, change, commit, state, savedAt, error, conflicts, resolve } = draft;
  const isFixed = isLocked || response.ref !== null;
  const name = `response ${response.statusCode}`;
  return (
    <section className={styles["response"]} aria-label={`Response ${response.statusCode}`}>
      <div className={styles["responseHead"]}>
        <h2 className={tones[toneOfStatus(response.statusCode)]}>{response.statusCode}</h2>
        {response.ref !== null && (
          <span className={styles["media"]}>Defined by {response.ref}</span>
        )}
        {state !== "saved" && (
          <SaveNote state={state} savedAt={savedAt} error={error} onRetry={() => void commit()} />
        )}
        {!isLocked && draft.remove !== null && (
          <IconButton label={`Delete ${name}`} onPress={draft.remove}>
            <Trash2 size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
      <TextField
        label="Description"
        value={fields.description}
        onChange={(description) => change({ description })}
        onBlur={() => void commit()}
        isReadOnly={isFixed}
      />
      <ResponseHeaders endpoint={endpoint} response={response} isLocked={isFixed} />
      {response.content.length > 0 && (
        <MediaTypes
          owner={name}
          content={response.content}
          isLocked={isFixed}
          onSave={draft.saveSchema}
        />
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          labels={labels}
          onResolve={resolve}
          onLater={draft.postpone}
        />
      )}
    </section>
  );
}
