import { TextField } from "../../parts/field.tsx";

/** What a person types of a project. */
export interface ProjectText {
  readonly name: string;
  /** The part of addresses; "" while it follows from the name. */
  readonly slug: string;
  readonly description: string;
}

export interface ProjectFieldsProps {
  readonly text: ProjectText;
  readonly onChange: (text: ProjectText) => void;
}

export function ProjectFields({ text, onChange }: ProjectFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        value={text.name}
        onChange={(name) => onChange({ ...text, name })}
        autoFocus
      />
      <TextField
        label="Address"
        isOptional
        isMono
        help="Lower-case letters, digits and hyphens. It follows from the name unless you enter one."
        value={text.slug}
        onChange={(slug) => onChange({ ...text, slug })}
      />
      <TextField
        label="Description"
        isOptional
        rows={3}
        value={text.description}
        onChange={(description) => onChange({ ...text, description })}
      />
    </>
  );
}

/** The fields as the operations take them. */
export function readProject({ name, slug, description }: ProjectText) {
  return {
    name: name.trim(),
    description: description.trim() === "" ? null : description,
    ...(slug.trim() === "" ? {} : { slug: slug.trim() }),
  };
}
