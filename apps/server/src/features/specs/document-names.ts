const longestName = 120;
const longestVersion = 80;

/** A text of a document as one line of whole characters, cut; null where nothing is left. */
function toLine(text: string | null, longest: number): string | null {
  const line = (text ?? "").replaceAll(/[\p{Cc}\p{Cs}\uFEFF\s]+/gu, " ").trim();
  // A character that is cut in half is left out.
  const cut = line
    .slice(0, longest)
    .replace(/\p{Cs}$/u, "")
    .trim();
  return cut === "" ? null : cut;
}

/** What a document without a name of the caller's is called: by its title, its file or its address. */
export function nameDocument(
  title: string | null,
  { fileName, url }: { readonly fileName?: string | undefined; readonly url?: string | undefined },
): string {
  const file = fileName?.replace(/^.*[/\\]/, "").replace(/\.[a-z]+$/i, "") ?? null;
  const host = url === undefined ? null : (URL.parse(url)?.hostname ?? null);
  return (
    toLine(title, longestName) ??
    toLine(file, longestName) ??
    toLine(host, longestName) ??
    "Imported API"
  );
}

/** What a version is called that a document brings, whatever its own is. */
export function nameVersion(version: string | null): string {
  return toLine(version, longestVersion) ?? "1.0.0";
}
