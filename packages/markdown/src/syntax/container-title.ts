import type { StateCore, Token } from "markdown-it";
import type { ContainerKind } from "./container-kinds.ts";

/** The title line of a callout or of folded content; empty for other containers. */
export function makeContainerTitle(
  state: Pick<StateCore, "Token">,
  kind: ContainerKind,
  title: string,
  line: number,
): Token[] {
  if (kind.role !== "callout" && kind.role !== "details") return [];
  const [tag, className] = kind.role === "details" ? ["summary", ""] : ["p", "lm-callout-title"];
  const open = new state.Token("container_title_open", tag, 1);
  if (className !== "") open.attrSet("class", className);
  const text = new state.Token("inline", "", 0);
  text.content = title === "" ? kind.title : title;
  text.map = [line, line + 1];
  text.children = [];
  return [open, text, new state.Token("container_title_close", tag, -1)];
}
