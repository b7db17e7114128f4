import type { MessagePort } from "node:worker_threads";
import { createRenderer, type RenderOptions } from "@lintel/markdown/create-renderer";
import { MarkdownError, type MarkdownErrorCode } from "@lintel/markdown/values/markdown-error";
import type { RenderedPage } from "@lintel/markdown/values/page.types";
import { askResolvers, type ResolverName } from "./resolver-port.ts";

// What runs in a thread of its own. The pool calls `render`.

export interface RenderCall {
  readonly source: string;
  readonly options: RenderOptions;
  /** The resolvers that answer on the other end of the port. */
  readonly resolvers: readonly ResolverName[];
  readonly port: MessagePort;
}

/** A refusal crosses threads as a record: errors lose their class there. */
export type RenderAnswer =
  | { readonly kind: "rendered"; readonly page: RenderedPage }
  | { readonly kind: "refused"; readonly code: MarkdownErrorCode; readonly message: string };

/** Keeps the code blocks that it has coloured for the thread's next page. */
const renderer = createRenderer();

export async function render({
  source,
  options,
  resolvers,
  port,
}: RenderCall): Promise<RenderAnswer> {
  try {
    const page = await renderer.render(source, askResolvers(port, resolvers), options);
    return { kind: "rendered", page };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    return { kind: "refused", code: error.code, message: error.message };
  } finally {
    port.close();
  }
}
