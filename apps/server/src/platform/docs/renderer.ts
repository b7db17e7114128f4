import type { Renderer } from "@lintel/markdown/create-renderer";

let renderer: Promise<Renderer> | null = null;

/**
 * The process's one renderer of Markdown: it keeps the code blocks that it has coloured, and knows
 * nothing of whose they are. It is loaded when a page is first rendered, for no start waits for it.
 */
export function findRenderer(): Promise<Renderer> {
  renderer ??= import("@lintel/markdown/create-renderer").then(({ createRenderer }) =>
    createRenderer(),
  );
  return renderer;
}
