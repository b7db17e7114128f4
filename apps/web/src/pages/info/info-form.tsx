import { TextField } from "../../parts/field.tsx";
import type { InfoFields, VersionInfo } from "./info-fields.ts";
import styles from "./info.module.css";

interface Entry {
  readonly field: keyof InfoFields;
  readonly label: string;
  readonly help?: string;
  readonly rows?: number;
  readonly isRequired?: boolean;
  /** Not in OpenAPI 3.0. */
  readonly isNewer?: boolean;
}

const parts = {
  about: [
    { field: "title", label: "Title", isRequired: true },
    { field: "summary", label: "Summary", isNewer: true },
    { field: "description", label: "Description", help: "Markdown", rows: 6 },
    { field: "termsOfService", label: "Terms of service", help: "The address of a page." },
  ],
  contact: [
    { field: "contactName", label: "Name" },
    { field: "contactEmail", label: "E-mail address" },
    { field: "contactUrl", label: "Address of a page" },
  ],
  license: [
    { field: "licenseName", label: "Name" },
    {
      field: "licenseIdentifier",
      label: "SPDX identifier",
      help: "Such as Apache-2.0, instead of the address.",
      isNewer: true,
    },
    { field: "licenseUrl", label: "Address of the text" },
  ],
  docs: [
    { field: "docsUrl", label: "Address" },
    { field: "docsDescription", label: "Description", help: "Markdown", rows: 2 },
  ],
} as const satisfies Record<string, readonly Entry[]>;

export interface InfoFormProps {
  readonly part: keyof typeof parts;
  readonly fields: InfoFields;
  readonly change: (changes: Partial<InfoFields>) => void;
  readonly commit: () => void;
  readonly isLocked: boolean;
  readonly openapiVersion: VersionInfo["openapiVersion"];
}

/** Fields of one part; those that the version of OpenAPI does not have are absent. */
export function InfoForm({
  part,
  fields,
  change,
  commit,
  isLocked,
  openapiVersion,
}: InfoFormProps) {
  const entries: readonly Entry[] = parts[part];
  const shown = entries.filter(({ isNewer }) => isNewer !== true || openapiVersion !== "3.0");
  return (
    <div className={part === "about" ? styles["form"] : styles["pairs"]}>
      {shown.map(({ field, label, help, rows, isRequired }) => (
        <TextField
          key={field}
          label={label}
          isOptional={isRequired !== true && part === "about"}
          {...(help === undefined ? {} : { help })}
          rows={rows ?? 1}
          value={fields[field]}
          onChange={(value) => change({ [field]: value })}
          onBlur={commit}
          isReadOnly={isLocked}
        />
      ))}
    </div>
  );
}
