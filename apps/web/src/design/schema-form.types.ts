import type { ComponentType } from "react";
import type { Schema } from "./schema-edits.ts";

export interface SchemaFormProps {
  /** What the schema is of: the name of the group for screen readers. */
  readonly label: string;
  readonly schema: Schema;
  readonly isLocked: boolean;
  /** Whether a parameter has its own description and notes: those of the schema are not asked for again. */
  readonly isOfParameter?: boolean;
  readonly onChange: (schema: Schema) => void;
  /** Saves what was changed: after texts when they are left, after choices at once. */
  readonly onCommit: () => void;
}

/** What a part of the form of a schema gets. */
export interface SchemaPartProps extends SchemaFormProps {
  /** Changes and saves at once. */
  readonly set: (schema: Schema) => void;
}

export interface NestingProps extends SchemaPartProps {
  /** The form of a schema inside this one. */
  readonly Nested: ComponentType<SchemaFormProps>;
}
