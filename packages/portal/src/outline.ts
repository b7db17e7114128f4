import { markup, type Markup } from "./html.ts";
import { ownIds } from "./own-ids.ts";
import type { OutlineItem } from "./portal.types.ts";

/** The table of contents, two levels deep. */
export function writeOutline(items: readonly OutlineItem[]): Markup | null {
  if (items.length === 0) return null;
  return markup`<div class="outline">
    <nav aria-labelledby="${ownIds.outline}">
      <h2 id="${ownIds.outline}">On this page</h2>
      ${writeList(items, 2)}
    </nav>
  </div>`;
}

function writeList(items: readonly OutlineItem[], depth: number): Markup {
  const entries = items.map(
    ({ id, text, children }) =>
      markup`<li>
        <a href="#${encodeURIComponent(id)}">${text}</a>${
          depth > 1 && children.length > 0 && writeList(children, depth - 1)
        }
      </li>`,
  );
  return markup`<ul>
    ${entries}
  </ul>`;
}
