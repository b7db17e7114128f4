import { useState } from "react";
import type { MediaType } from "@lintel/contract/shapes/media-type";
import { Select } from "../../parts/select.tsx";
import { referredName } from "./json-text.ts";
import { SchemaField } from "./schema-field.tsx";
import styles from "./rows.module.css";

export interface MediaTypesProps {
  /** What has the media types: the name of the editor. */
  readonly owner: string;
  readonly content: readonly MediaType[];
  readonly isLocked: boolean;
  readonly onSave: (contentType: string, schemaJson: string) => Promise<void>;
}

/** The schema of each media type, one at a time. */
export function MediaTypes({ owner, content, isLocked, onSave }: MediaTypesProps) {
  const [chosen, setChosen] = useState(content[0]?.contentType ?? "");
  const media = content.find(({ contentType }) => contentType === chosen) ?? content[0];
  if (media === undefined) return <p className={styles["media"]}>No content</p>;
  const { contentType, schema } = media;
  const name = referredName(schema);
  return (
    <>
      <div className={styles["media"]}>
        {content.length === 1 ? (
          <code>{contentType}</code>
        ) : (
          <Select
            label={`Media type of the ${owner}`}
            isBare
            value={contentType}
            choices={content.map((each) => ({ value: each.contentType, name: each.contentType }))}
            onChange={setChosen}
          />
        )}
        {name !== null && (
          <span>
            Schema <code>{name}</code>
          </span>
        )}
      </div>
      <SchemaField
        key={contentType}
        label={`Schema of the ${owner}, ${contentType}`}
        schema={schema}
        isLocked={isLocked}
        onSave={(text) => onSave(contentType, text)}
      />
    </>
  );
}
