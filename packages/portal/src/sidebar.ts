import { markup, type Markup } from "./html.ts";
import { writeIcon } from "./icons.ts";
import { ownIds } from "./own-ids.ts";
import type { NavItem } from "./portal.types.ts";

/**
 * The way through a section. It stands beside the page; on small screens a button of the header opens
 * it over the page, also without JavaScript.
 */
export function writeSidebar(items: readonly NavItem[]): Markup {
  return markup`<div class="side">
    <nav id="${ownIds.sidebar}" popover aria-label="Pages">${writeList(items)}</nav>
  </div>`;
}

function writeList(items: readonly NavItem[]): Markup {
  return markup`<ul>
    ${items.map((item) => markup`<li>${writeItem(item)}</li>`)}
  </ul>`;
}

function writeItem(item: NavItem): Markup {
  if (item.children.length === 0) return writeLink(item);
  const isOpen = holdsCurrent(item);
  return markup`<details${isOpen && markup` open`}><summary>${writeTitle(item)}</summary>${
    item.href !== null &&
    markup`<ul class="own">
      <li>${writeLink({ ...item, title: "Overview", icon: null, children: [] })}</li>
    </ul>`
  }${writeList(item.children)}</details>`;
}

function writeLink(item: NavItem): Markup {
  if (item.href === null) return markup`<span class="nav-name">${writeTitle(item)}</span>`;
  return markup`<a href="${item.href}" ${item.isCurrent && markup` aria-current="page"`}
    >${writeTitle(item)}</a
  >`;
}

function writeTitle({ title, icon, method, isDeprecated }: NavItem): Markup {
  const text = isDeprecated === true ? markup`<s>${title}</s>` : markup`${title}`;
  if (method === undefined) return markup`${writeIcon(icon)}${text}`;
  return markup`<span class="verb verb-${method.toLowerCase()}">${method.toUpperCase()}</span>
    ${text}`;
}

function holdsCurrent({ isCurrent, children }: NavItem): boolean {
  return isCurrent || children.some(holdsCurrent);
}
