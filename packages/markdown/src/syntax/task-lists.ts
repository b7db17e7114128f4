import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { cutText, plainText } from "../values/plain-text.ts";
import { escapeHtml } from "../values/escape-html.ts";

// `- [ ] text` and `- [x] text`: a disabled checkbox that is labelled with the text of its item.

const boxForm = /^\[([ xX])\](?:[ \t\u00A0]+|$)/;
const maxLabel = 120;

function turnItem(state: StateCore, item: Token, text: Token): boolean {
  const first = text.children?.[0];
  const [all, mark] = first?.type === "text" ? (boxForm.exec(first.content) ?? []) : [];
  if (first === undefined || all === undefined) return false;
  first.content = first.content.slice(all.length);
  const box = new state.Token("task_box", "input", 0);
  const label = cutText(plainText(text.children), maxLabel);
  box.meta = { isDone: mark !== " ", label: label === "" ? "Task" : label };
  text.children?.unshift(box);
  item.attrJoin("class", "lm-task");
  return true;
}

function turnTasks(state: StateCore): void {
  const lists: Token[] = [];
  for (const [at, token] of state.tokens.entries()) {
    if (token.type === "bullet_list_open" || token.type === "ordered_list_open") lists.push(token);
    else if (token.type.endsWith("_list_close")) lists.pop();
    if (token.type !== "list_item_open" || state.tokens[at + 1]?.type !== "paragraph_open") {
      continue;
    }
    const text = state.tokens[at + 2];
    const list = lists.at(-1);
    if (text?.type === "inline" && turnItem(state, token, text) && list !== undefined) {
      list.attrSet("class", "lm-tasks");
    }
  }
}

export function addTaskLists(md: MarkdownIt): void {
  md.core.ruler.after("inline", "tasks", turnTasks);
  md.renderer.rules["task_box"] = (tokens, at) => {
    const { isDone, label } = tokens[at]?.meta ?? {};
    const checked = isDone === true ? ' checked=""' : "";
    return `<input type="checkbox" disabled=""${checked} aria-label="${escapeHtml(String(label))}" /> `;
  };
}
