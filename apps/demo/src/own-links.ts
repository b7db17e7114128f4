import path from "node:path";

/**
 * Replaces each link to an unpublished file with the name of the file, because readers of the
 * portal do not have the checkout.
 *
 * @param page - the page's path in the folder, with slashes
 * @param published - every file of the folder, likewise
 */
export function dropForeignLinks(
  text: string,
  page: string,
  published: ReadonlySet<string>,
): string {
  return text.replaceAll(
    /(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (link, label: string, target: string) => {
      const [file = ""] = target.split("#");
      if (file === "" || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(file)) return link;
      if (published.has(path.posix.join(path.posix.dirname(page), file))) return link;
      const name = path.posix.join("docs", path.posix.dirname(page), file);
      return label === name ? `\`${name}\`` : `${label} (\`${name}\`)`;
    },
  );
}
