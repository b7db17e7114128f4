/** What a container turns its content into. */
export type ContainerRole = "callout" | "details" | "tabs" | "tab" | "steps" | "code-group";

export interface ContainerKind {
  readonly name: string;
  readonly role: ContainerRole;
  /** Title of a callout or details without its own. */
  readonly title: string;
}

const callout = (name: string, title: string): ContainerKind => ({ name, role: "callout", title });

/** Every name that may follow `:::`. */
export const containerKinds: readonly ContainerKind[] = [
  callout("note", "Note"),
  callout("tip", "Tip"),
  callout("info", "Info"),
  callout("important", "Important"),
  callout("warning", "Warning"),
  callout("caution", "Caution"),
  callout("danger", "Danger"),
  { name: "details", role: "details", title: "Details" },
  { name: "tabs", role: "tabs", title: "" },
  { name: "tab", role: "tab", title: "" },
  { name: "steps", role: "steps", title: "" },
  { name: "code-group", role: "code-group", title: "" },
];

const byName = new Map(containerKinds.map((kind) => [kind.name, kind]));

export const findContainerKind = (name: string): ContainerKind | undefined =>
  byName.get(name.toLowerCase());
