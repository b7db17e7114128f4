import { markup, type Markup } from "./html.ts";
import { writeIcon } from "./icons.ts";
import { ownIds } from "./own-ids.ts";
import type { LinkedTitle, NavItem } from "./portal.types.ts";

/**
 * The navigation of a section. It is next to the page; on small screens a button in the header opens it over the page,
 * also without JavaScript.
 */
export function writeSidebar(items: readonly NavItem[], back: LinkedTitle | null = null): Markup {
  return markup`<div class="side">
    <nav id="${ownIds.sidebar}" popover aria-label="Pages">
      ${back !== null && markup`<a class="back" href="${back.href}">${back.title}</a>`}
      ${writeList(items)}
    </nav>
  </div>`;
}

function writeList(items: readonly NavItem[]): Markup {
  return markup`<ul>
    ${items.map((item) => markup`<li>${writeItem(item)}</li>`)}
  </ul>`;
}

function writeItem(item: NavItem): Markup {
  if (item.children.length === 0) return writeLink(item);
  const own = { ...item, title: "Overview", icon: null, children: [] };
  const listed = [...(item.href === null ? [] : [own]), ...item.children.map(nameIndex(item))];
  return markup`<details${holdsCurrent(item) && markup` open`}
    ><summary>${writeTitle(item)}</summary>${writeList(listed)}</details
  >`;
}

/** An index page does not repeat the name of its folder, which is above it. */
const nameIndex =
  ({ title }: NavItem) =>
  (child: NavItem): NavItem =>
    child.children.length === 0 && child.title.toLowerCase() === title.toLowerCase()
      ? { ...child, title: "Overview" }
      : child;

function writeLink(item: NavItem): Markup {
  if (item.href === null) return markup`<span class="nav-name">${writeTitle(item)}</span>`;
  return markup`<a href="${item.href}" ${item.isCurrent && markup` aria-current="page"`} ${item.isClosed === true && markup` class="closed"`}
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
