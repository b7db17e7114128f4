const maxNameLength = 120;
const maxVersionLength = 80;

/** A text of a document as one line, truncated between characters, or null if it is empty. */
function toLine(text: string | null, longest: number): string | null {
  const line = (text ?? "").replaceAll(/[\p{Cc}\p{Cs}\uFEFF\s]+/gu, " ").trim();
  // Drops half of a surrogate pair at the cut.
  const cut = line
    .slice(0, longest)
    .replace(/\p{Cs}$/u, "")
    .trim();
  return cut === "" ? null : cut;
}

/**
 * The default name of a document: its title, its file name or its address.
 */
export function nameDocument(
  title: string | null,
  { fileName, url }: { readonly fileName?: string | undefined; readonly url?: string | undefined },
): string {
  const file = fileName?.replace(/^.*[/\\]/, "").replace(/\.[a-z]+$/i, "") ?? null;
  const host = url === undefined ? null : (URL.parse(url)?.hostname ?? null);
  return (
    toLine(title, maxNameLength) ??
    toLine(file, maxNameLength) ??
    toLine(host, maxNameLength) ??
    "Imported API"
  );
}

/** The name of an imported document's version, made valid. */
export function nameVersion(version: string | null): string {
  return toLine(version, maxVersionLength) ?? "1.0.0";
}
