import { requestMethods } from "@lintel/contract/words/request-methods";
import type { ClipboardEvent } from "react";
import type { Output } from "../../api/api.ts";
import { TextField } from "../../parts/field.tsx";
import { AuthFields } from "./auth-fields.tsx";
import type { RequestDraft } from "./request-draft.ts";
import styles from "./try.module.css";

export interface RequestFormProps {
  readonly draft: RequestDraft;
  readonly onChange: (change: Partial<RequestDraft>) => void;
  /** A text that may be a curl command, which replaces the whole request. */
  readonly onCurl: (text: string) => void;
  readonly environments: Output<"listEnvironments">;
  readonly environmentId: string | null;
  readonly onEnvironment: (id: string | null) => void;
}

const contentTypes = [
  "application/json",
  "application/x-www-form-urlencoded",
  "application/xml",
  "text/plain; charset=utf-8",
];

/** Method, address, headers, credential and body of a request. */
export function RequestForm(props: RequestFormProps) {
  const { draft, onChange, onCurl, environments, environmentId, onEnvironment } = props;
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(text)) return;
    event.preventDefault();
    onCurl(text);
  };
  const known = draft.contentType === "" || contentTypes.includes(draft.contentType);
  return (
    <>
      <div className={styles["address"]} onPaste={paste}>
        <label className={styles["choice"]}>
          Method
          <select
            value={draft.method}
            onChange={(event) => {
              const method = requestMethods.find((each) => each === event.target.value);
              if (method !== undefined) onChange({ method });
            }}
          >
            {requestMethods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </select>
        </label>
        <TextField
          label="Address"
          isMono
          value={draft.url}
          onChange={(url) => onChange({ url })}
          placeholder="https://… or /path, or paste a curl command"
        />
        <label className={styles["choice"]}>
          Environment
          <select
            value={environmentId ?? ""}
            onChange={(event) => onEnvironment(event.target.value || null)}
          >
            <option value="">None</option>
            {environments.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className={styles["pair"]}>
        <div className={styles["stack"]}>
          <TextField
            label="Headers"
            help="One a line, such as Accept: application/json."
            rows={5}
            isMono
            value={draft.headers}
            onChange={(headers) => onChange({ headers })}
          />
          <AuthFields auth={draft.auth} onChange={(auth) => onChange({ auth })} />
        </div>
        <div className={styles["stack"]}>
          <label className={styles["choice"]}>
            Body
            <select
              value={draft.contentType}
              onChange={(event) => onChange({ contentType: event.target.value })}
            >
              <option value="">None</option>
              {!known && <option>{draft.contentType}</option>}
              {contentTypes.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          </label>
          {draft.contentType !== "" && (
            <TextField
              label="Content"
              rows={8}
              isMono
              value={draft.body}
              onChange={(body) => onChange({ body })}
            />
          )}
        </div>
      </div>
    </>
  );
}
