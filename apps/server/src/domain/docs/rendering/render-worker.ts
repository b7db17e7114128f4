import type { MessagePort } from "node:worker_threads";
import { createRenderer, type RenderOptions } from "@lintel/markdown/create-renderer";
import { MarkdownError, type MarkdownErrorCode } from "@lintel/markdown/values/markdown-error";
import type { RenderedPage } from "@lintel/markdown/values/page.types";
import { askResolvers, type ResolverName } from "./resolver-port.ts";

// Runs in a worker thread. The pool calls `render`.

export interface RenderCall {
  readonly source: string;
  readonly options: RenderOptions;
  /** The resolvers at the other end of the port. */
  readonly resolvers: readonly ResolverName[];
  readonly port: MessagePort;
}

/** A refusal is sent between threads as a record, because errors lose their class. */
export type RenderAnswer =
  | { readonly kind: "rendered"; readonly page: RenderedPage }
  | { readonly kind: "refused"; readonly code: MarkdownErrorCode; readonly message: string };

/** Caches the highlighted code blocks for the thread's next page. */
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
