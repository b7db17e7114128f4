import type { PageState } from "../state/page-env.ts";
import type { Element } from "./element.types.ts";
import type { Tag } from "./scan-tag.ts";

/** Warns the writer of an element that is not shown as intended. */
export function warnUnknown(
  page: PageState,
  { name: written }: Tag,
  element: Element,
  line: number,
): void {
  const name = written.slice(0, 60);
  if (element.is === "left-out") {
    const link = element.href === null ? "" : "; a link leads to what it shows";
    page.warn("HTML_DROPPED", `\`<${name}>\` is omitted${link}`, line);
  } else if (element.is === "unknown" && element.isComponent) {
    page.warn(
      "COMPONENT_UNKNOWN",
      `The component \`<${name}>\` is unknown: only its content is shown`,
      line,
    );
  } else if (element.is === "unknown") {
    page.warn("HTML_DROPPED", `\`<${name}>\` is omitted; its content is shown`, line);
  }
}
