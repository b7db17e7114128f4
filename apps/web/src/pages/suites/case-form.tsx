import { useState } from "react";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { RequestForm } from "../../request/request-form.tsx";
import { toDraft } from "../../request/request-draft.ts";
import { AssertionRows } from "./assertion-rows.tsx";
import {
  draftOf,
  fromDraft,
  readAssertions,
  readExtractions,
  writeField,
  type CaseFields,
} from "./case-fields.ts";
import { ExtractionRows } from "./extraction-rows.tsx";
import { FlowFields } from "./flow-fields.tsx";
import styles from "./suites.module.css";

export interface CaseFormProps {
  readonly fields: CaseFields;
  readonly change: (fields: Partial<CaseFields>) => void;
  readonly commit: () => void;
  readonly earlier: readonly string[];
  /** Paths into the last response. */
  readonly paths: readonly string[];
  readonly isReadOnly: boolean;
}

/** Switches and lists are saved at once, texts when they are left. */
export function CaseForm(props: CaseFormProps) {
  const { fields, change, commit, earlier, paths, isReadOnly } = props;
  const [notes, setNotes] = useState<readonly string[]>([]);
  const set = (changes: Partial<CaseFields>) => {
    change(changes);
    commit();
  };
  const readCommand = async (text: string) => {
    const { CurlError, parseCurl } = await import("@lintel/curl/parse-curl");
    try {
      const { request, warnings } = parseCurl(text);
      set(fromDraft(toDraft(request)));
      setNotes(warnings);
    } catch (error) {
      if (!(error instanceof CurlError)) throw error;
      setNotes([error.message]);
    }
  };
  /** A row that is added or removed is saved at once. */
  const write = (field: "assertions" | "extractions", next: readonly unknown[], count: number) =>
    (next.length === count ? change : set)({ [field]: writeField(next) });
  const rows = { paths, isReadOnly };
  return (
    // The blur of every field comes here.
    <div className={styles["fields"]} onBlur={commit}>
      <div className={styles["names"]}>
        <TextField
          label="Name"
          value={fields.name}
          isReadOnly={isReadOnly}
          onChange={(name) => change({ name })}
        />
        <TextField
          label="Tags, separated by commas"
          value={fields.tags}
          isReadOnly={isReadOnly}
          onChange={(tags) => change({ tags })}
        />
        <Checkbox
          label="Enabled"
          isChecked={fields.isEnabled}
          isDisabled={isReadOnly}
          onChange={(isEnabled) => set({ isEnabled })}
        />
      </div>
      <RequestForm
        draft={draftOf(fields)}
        inherited="As the suite"
        isReadOnly={isReadOnly}
        onChange={(draft) => {
          const isChoice = "method" in draft || "contentType" in draft || "auth" in draft;
          (isChoice ? set : change)(fromDraft(draft));
        }}
        onCurl={(text) => void readCommand(text)}
      />
      {notes.length > 0 && <p className={styles["note"]}>{notes.join(" ")}</p>}
      <AssertionRows
        {...rows}
        assertions={readAssertions(fields.assertions)}
        onChange={(next) => write("assertions", next, readAssertions(fields.assertions).length)}
      />
      <ExtractionRows
        {...rows}
        extractions={readExtractions(fields.extractions)}
        onChange={(next) => write("extractions", next, readExtractions(fields.extractions).length)}
      />
      <FlowFields {...{ fields, change, set, earlier, isReadOnly }} />
      <TextField
        label="Description"
        isOptional
        rows={2}
        value={fields.description}
        isReadOnly={isReadOnly}
        onChange={(description) => change({ description })}
      />
    </div>
  );
}
