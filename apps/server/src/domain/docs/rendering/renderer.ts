import type { Renderer } from "@lintel/markdown/create-renderer";
import { createThreadedRenderer } from "./threaded-renderer.ts";

/** Pages from this size on are rendered in a thread, in UTF-16 units: they could hold the event loop. */
const threadedSize = 10_000;

let local: Promise<Renderer> | null = null;
let threaded: Renderer | null = null;

/** Loads the renderer of this thread when a page is first rendered: no start waits for it. */
function findLocal(): Promise<Renderer> {
  local ??= import("@lintel/markdown/create-renderer").then(({ createRenderer }) =>
    createRenderer(),
  );
  return local;
}

/**
 * The process's one renderer of Markdown. It keeps the code blocks that it has coloured, and knows
 * nothing of whose they are.
 */
export const renderer: Renderer = {
  render: async (source, resolvers, options) => {
    const isLong = source.length >= threadedSize;
    const found = isLong ? (threaded ??= createThreadedRenderer()) : await findLocal();
    return found.render(source, resolvers, options);
  },
};
