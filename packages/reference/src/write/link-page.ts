/** The URL of a page of the reference; its path is percent-encoded segment by segment. */
export function linkPage(basePath: string, path: string): string {
  const isPlain = /^[A-Za-z0-9/-]*$/.test(path);
  const encoded = isPlain ? path : path.split("/").map(encodeURIComponent).join("/");
  return path === "" ? basePath || "/" : `${basePath}/${encoded}`;
}
