/** The address of a page for people: `/us` precedes the path in region us. */
export function pageAddress(origin: string, region: string, path: string): string {
  return `${origin}${region === "us" ? "/us" : ""}${path}`;
}
