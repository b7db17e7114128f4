import type { Renderer } from "@lintel/markdown/create-renderer";
import { createThreadedRenderer, type ThreadedRenderer } from "./threaded-renderer.ts";

/** Pages of this many UTF-16 units or more could block the event loop, so a thread renders them. */
const threadedSize = 10_000;

let local: Promise<Renderer> | null = null;
let threaded: ThreadedRenderer | null = null;

/** Loads the renderer of this thread with the first page, so that it does not delay the start. */
function findLocal(): Promise<Renderer> {
  local ??= import("@lintel/markdown/create-renderer").then(({ createRenderer }) =>
    createRenderer(),
  );
  return local;
}

/**
 * The Markdown renderer of an organization. All share the cache of highlighted code blocks of this
 * process.
 */
export const rendererOf = (organizationId: string): Renderer => ({
  render: async (source, resolvers, options) => {
    const isLong = source.length >= threadedSize;
    const found = isLong
      ? (threaded ??= createThreadedRenderer()).of(organizationId)
      : await findLocal();
    return found.render(source, resolvers, options);
  },
});
