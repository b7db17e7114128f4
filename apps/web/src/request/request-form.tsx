import { requestMethods } from "@lintel/contract/words/request-methods";
import type { ClipboardEvent, ReactNode } from "react";
import { Select } from "../parts/select.tsx";
import { AuthFields } from "./auth-fields.tsx";
import type { RequestDraft } from "./request-draft.ts";
import { TemplateField } from "./template-field.tsx";
import { isCurl } from "./curl-text.ts";
import styles from "./request-form.module.css";

export interface RequestFormProps {
  readonly draft: RequestDraft;
  readonly onChange: (change: Partial<RequestDraft>) => void;
  /** A text that may be a curl command, which replaces the whole request. */
  readonly onCurl: (text: string) => void;
  /** Next to the address, such as the choice of an environment. */
  readonly place?: ReactNode;
  /** Below the address, such as the parameters that an operation declares. */
  readonly children?: ReactNode;
  /** What no credential of its own means. Default: that none is sent. */
  readonly inherited?: string;
  readonly isReadOnly?: boolean;
}

const contentTypes = [
  "application/json",
  "application/x-www-form-urlencoded",
  "application/xml",
  "text/plain; charset=utf-8",
];

const toChoice = <Value extends string>(value: Value) => ({ value, name: value });
const methods = requestMethods.map(toChoice);
const noChoice = { value: "", name: "None" };

/** Method, address, headers, credential and body of a request. */
export function RequestForm(props: RequestFormProps) {
  const { draft, onChange, onCurl, place, children, inherited, isReadOnly = false } = props;
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (isReadOnly || !isCurl(text)) return;
    event.preventDefault();
    onCurl(text);
  };
  const isKnown = draft.contentType === "" || contentTypes.includes(draft.contentType);
  const types = isKnown ? contentTypes : [draft.contentType, ...contentTypes];
  const shared = { isMono: true, isReadOnly };
  return (
    <div className={styles["form"]}>
      <div className={styles["fields"]}>
        <div
          className={`${styles["address"]} ${place === undefined ? "" : styles["withPlace"]}`}
          onPaste={paste}
        >
          <Select
            label="Method"
            value={draft.method}
            choices={methods}
            isDisabled={isReadOnly}
            onChange={(method) => onChange({ method })}
          />
          <TemplateField
            {...shared}
            label="Address"
            value={draft.url}
            onChange={(url) => onChange({ url })}
            help="https://… or /path of the environment; a pasted curl command fills in everything."
          />
          {place}
        </div>
        {children}
        <div className={styles["pair"]}>
          <div className={styles["stack"]}>
            <TemplateField
              {...shared}
              label="Headers"
              help="One per line, such as Accept: application/json."
              rows={3}
              value={draft.headers}
              onChange={(headers) => onChange({ headers })}
            />
            <AuthFields
              auth={draft.auth}
              isReadOnly={isReadOnly}
              {...(inherited === undefined ? {} : { inherited })}
              onChange={(auth) => onChange({ auth })}
            />
          </div>
          <div className={styles["stack"]}>
            <Select
              label="Body"
              value={draft.contentType}
              choices={[noChoice, ...types.map(toChoice)]}
              isDisabled={isReadOnly}
              onChange={(contentType) => onChange({ contentType })}
            />
            {draft.contentType !== "" && (
              <TemplateField
                {...shared}
                label="Content"
                rows={8}
                value={draft.body}
                onChange={(body) => onChange({ body })}
              />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
