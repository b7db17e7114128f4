import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { readFenceInfo } from "../code/read-fence-info.ts";
import { pageOf } from "../state/page-env.ts";
import { findContainerKind, type ContainerKind } from "./container-kinds.ts";

// Tabs are radio buttons, each before its label and its panel: they work with the keyboard and without a script, and
// without the stylesheet all panels are shown one below the other.

/** The position of a tab in its group. */
export interface TabPlace {
  readonly group: number;
  /** From 1. */
  readonly number: number;
  readonly title: string;
}

interface OpenContainer {
  readonly kind: ContainerKind;
  readonly group: number;
  tabs: number;
}

export const kindOf = (token: Token): ContainerKind | undefined =>
  token.meta?.["kind"] as ContainerKind | undefined;

const tabKind = findContainerKind("tab");

function wrapFence(state: StateCore, fence: Token, parent: OpenContainer): Token[] {
  const info = readFenceInfo(fence.info);
  parent.tabs += 1;
  const language = info.language === "" ? `Code ${parent.tabs}` : info.language;
  const title = info.title ?? info.words ?? language;
  const place: TabPlace = { group: parent.group, number: parent.tabs, title };
  const open = new state.Token("container_open", "", 1);
  open.meta = { kind: tabKind, place };
  const close = new state.Token("container_close", "", -1);
  close.meta = { kind: tabKind, place };
  fence.meta = { ...fence.meta, isTitled: true };
  return [open, fence, close];
}

function placeTab(state: StateCore, token: Token, parent: OpenContainer | undefined): void {
  if (parent?.kind.role !== "tabs") {
    const message = "`:::tab` is not in `::::tabs`: it is shown as a section";
    pageOf(state.env).warn("TAB_OUTSIDE_TABS", message, token.map?.[0] ?? 0);
    return;
  }
  parent.tabs += 1;
  const written = token.meta?.["title"] as string;
  const title = written === "" ? `Tab ${parent.tabs}` : written;
  const place: TabPlace = { group: parent.group, number: parent.tabs, title };
  token.meta = { ...token.meta, place };
}

function placeTabs(state: StateCore): void {
  const page = pageOf(state.env);
  const open: { container: OpenContainer; token: Token }[] = [];
  if (!state.tokens.some(({ type }) => type === "container_open")) return;
  const placed: Token[] = [];
  for (const token of state.tokens) {
    const parent = open.at(-1)?.container;
    if (token.type === "container_open") {
      const kind = kindOf(token) as ContainerKind;
      if (kind.role === "tab") placeTab(state, token, parent);
      const isGroup = kind.role === "tabs" || kind.role === "code-group";
      if (isGroup) page.tabGroups += 1;
      token.meta = { ...token.meta, group: page.tabGroups };
      open.push({ container: { kind, group: page.tabGroups, tabs: 0 }, token });
    } else if (token.type === "container_close") {
      const ended = open.pop();
      token.meta = { ...token.meta, place: ended?.token.meta?.["place"] };
    } else if (token.type === "fence" && parent?.kind.role === "code-group") {
      placed.push(...wrapFence(state, token, parent));
      continue;
    }
    placed.push(token);
  }
  state.tokens = placed;
}

export function addTabs(md: MarkdownIt): void {
  md.core.ruler.after("block_elements", "tabs", placeTabs);
}
