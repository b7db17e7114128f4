import type { MarkdownIt, RendererRule, Token } from "markdown-it";
import { escapeHtml } from "../values/escape-html.ts";
import type { ContainerKind, ContainerRole } from "./container-kinds.ts";
import { kindOf, type TabPlace } from "./tabs.ts";

const placeOf = (token: Token) => token.meta?.["place"] as TabPlace | undefined;

function openTab(token: Token): string {
  const place = placeOf(token);
  if (place === undefined) {
    const title = escapeHtml((token.meta?.["title"] as string | undefined) ?? "");
    return `<div class="lm-tab">\n<p class="lm-tab-title">${title}</p>\n`;
  }
  const name = `lm-tabs-${place.group}`;
  const id = `${name}-${place.number}`;
  const checked = place.number === 1 ? ' checked=""' : "";
  return (
    `<input type="radio" name="${name}" id="${id}" class="lm-tab-choice"${checked} />` +
    `<label for="${id}" class="lm-tab-label">${escapeHtml(place.title)}</label>\n<div class="lm-tab-panel">\n`
  );
}

const openGroup = (className: string, legend: string) =>
  `<fieldset class="${className}">\n<legend class="lm-hidden">${legend}</legend>\n`;

type Opener = (token: Token, kind: ContainerKind) => string;

const openers: Readonly<Record<ContainerRole, Opener>> = {
  callout: (_, { name }) => `<div class="lm-callout lm-callout-${name}">\n`,
  details: ({ meta }) =>
    `<details class="lm-details"${meta?.["isOpen"] === true ? ' open=""' : ""}>\n`,
  steps: () => '<div class="lm-steps">\n',
  tabs: () => openGroup("lm-tabs", "Tabs"),
  "code-group": () => openGroup("lm-tabs lm-code-group", "Code in several forms"),
  tab: openTab,
};

const openContainer: RendererRule = (tokens, at) => {
  const token = tokens[at];
  const kind = token === undefined ? undefined : kindOf(token);
  if (token === undefined || kind === undefined) return "";
  return openers[kind.role](token, kind);
};

const closers = { details: "</details>\n", tabs: "</fieldset>\n", "code-group": "</fieldset>\n" };

const closeContainer: RendererRule = (tokens, at) => {
  const token = tokens[at];
  const role = token === undefined ? undefined : kindOf(token)?.role;
  return role === "details" || role === "tabs" || role === "code-group"
    ? closers[role]
    : "</div>\n";
};

export function writeContainers(md: MarkdownIt): void {
  md.renderer.rules["container_open"] = openContainer;
  md.renderer.rules["container_close"] = closeContainer;
}
