/** The files of the shop that customers can download. */
const files: Readonly<Record<string, string>> = {
  "price-list.csv": "format;from\npaperback;6.90\nhardcover;16.90\n",
  "opening-hours.txt": "Monday to Saturday, 9 to 18.\n",
};

export const readDownload = (file: string): string | null =>
  Object.hasOwn(files, file) ? (files[file] ?? null) : null;

/** `Content-Disposition` with the name in the encoding of RFC 8187, which has no line breaks. */
export function nameDownload(name: string): Record<string, string> {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return { "content-disposition": `attachment; filename*=UTF-8''${encoded}` };
}
