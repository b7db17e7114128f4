import { readComponent } from "./components.ts";
import type { Element } from "./element.types.ts";
import { readHtmlElement } from "./html-elements.ts";
import type { Tag } from "./scan-tag.ts";

/** Components begin with a capital, are a member of another, or are custom elements such as `<lite-youtube>`. */
export const isComponentName = (name: string): boolean => /^[A-Z]|[.-]/.test(name);

/** `<DIV>` and `<BR>` are HTML in capitals. */
const isUpperCase = (name: string) => /^[A-Z][A-Z0-9]*$/.test(name);

/** How a tag is shown on a page. */
export function readElement(tag: Tag): Element {
  if (tag.name === "") return { is: "clear", isBlock: true };
  if (!isComponentName(tag.name)) return readHtmlElement(tag);
  const component = readComponent(tag);
  if (component !== null) return component;
  const html = isUpperCase(tag.name) ? readHtmlElement(tag) : null;
  return html === null || html.is === "unknown" ? { is: "unknown", isComponent: true } : html;
}

/** Whether a tag belongs between blocks, so that it ends the paragraph in which it appears. */
export function isBlockTag(tag: Tag): boolean {
  const element = readElement(tag);
  switch (element.is) {
    case "block":
    case "container":
    case "rule":
    case "preformatted":
      return true;
    case "clear":
      return element.isBlock;
    default:
      return false;
  }
}
