/** An API reference that a folder's file names under `references`. */
export interface DeclaredReference {
  /** The specification's name or id. */
  readonly spec: string;
  /**
   * The name or id of its version; null is the version that was published last, or else the newest.
   */
  readonly version: string | null;
  readonly title: string | null;
  readonly slug: string | null;
}

const form =
  "`references` takes a list of specifications: a name, or `spec` with `version`, `title`, `slug`";

/** Reads `references` of a folder's file. An invalid item is skipped with a warning. */
export function readReferences(
  value: unknown,
  warn: (message: string) => void,
): DeclaredReference[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    warn(form);
    return [];
  }
  return value.flatMap((entry: unknown) => {
    const read = readEntry(entry);
    if (read === null) warn(form);
    return read ?? [];
  });
}

function readEntry(entry: unknown): DeclaredReference | null {
  if (typeof entry === "string" && entry !== "")
    return { spec: entry, version: null, title: null, slug: null };
  if (typeof entry !== "object" || entry === null) return null;
  const fields = entry as Readonly<Record<string, unknown>>;
  const spec = readText(fields["spec"]);
  if (spec === null) return null;
  const [version, title, slug] = [fields["version"], fields["title"], fields["slug"]].map(readText);
  return { spec, version: version ?? null, title: title ?? null, slug: slug ?? null };
}

/** YAML reads a version such as 1.0 without quotes as a number. */
function readText(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && value.length <= 120 ? value : null;
}
