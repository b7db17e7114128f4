// What the benchmarks use of the peers that they measure. `npm run types` checks the benchmarks also where
// `npm ci` was not run in this folder, so it does not read the peers' own types.

declare module "autocannon" {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }
  interface Client {
    on(event: "response", listener: () => void): this;
  }
  interface Options {
    url: string;
    connections?: number;
    amount?: number;
    duration?: number;
    requests?: readonly Request[];
    setupClient?: (client: Client) => void;
  }
  interface Result {
    readonly "2xx": number;
    readonly non2xx: number;
    readonly errors: number;
    readonly statusCodeStats: object;
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  function autocannon(options: Options): Promise<Result>;
  namespace autocannon {
    export type { Client, Options, Request, Result };
  }
  export default autocannon;
}

declare module "unified" {
  type Plugin = (options?: object) => unknown;
  interface Processor {
    use(plugin: Plugin, options?: object): Processor;
    process(text: string): Promise<{ toString(): string }>;
  }
  export function unified(): Processor;
  export type { Plugin };
}

declare module "remark-parse" {
  import type { Plugin } from "unified";
  const plugin: Plugin;
  export default plugin;
}

declare module "remark-gfm" {
  import type { Plugin } from "unified";
  const plugin: Plugin;
  export default plugin;
}

declare module "remark-rehype" {
  import type { Plugin } from "unified";
  const plugin: Plugin;
  export default plugin;
}

declare module "@shikijs/rehype" {
  import type { Plugin } from "unified";
  const plugin: Plugin;
  export default plugin;
}

declare module "rehype-stringify" {
  import type { Plugin } from "unified";
  const plugin: Plugin;
  export default plugin;
}

declare module "pagefind" {
  interface Index {
    addHTMLFile(file: { url: string; content: string }): Promise<unknown>;
    getFiles(): Promise<{ files: readonly { path: string; content: Uint8Array<ArrayBuffer> }[] }>;
  }
  export function createIndex(): Promise<{ index?: Index; errors: readonly string[] }>;
  export function close(): Promise<unknown>;
}

declare module "@scalar/server-side-rendering" {
  export function renderApiReferenceToString(options: { content: object }): Promise<string>;
}

declare module "express" {
  interface Listener {
    address(): unknown;
    close(closed: () => void): void;
  }
  interface Application {
    use(path: string, handler: unknown): void;
    listen(port: number, host: string, listening: () => void): Listener;
  }
  export default function express(): Application;
}

declare module "scimmy" {
  interface Resource {
    readonly id?: string;
    readonly filter?: { readonly expression?: string };
  }
  interface Handlers {
    egress(resource: Resource): unknown;
    ingress(resource: Resource, data: unknown): unknown;
    degress(resource: Resource): void;
  }
  const SCIMMY: {
    readonly Resources: {
      readonly User: unknown;
      declare(resource: unknown, handlers: Handlers): void;
    };
    readonly Types: {
      readonly Error: new (status: number, scimType: string | null, message: string) => Error;
    };
  };
  export default SCIMMY;
}

declare module "scimmy-routers" {
  const SCIMMYRouters: new (options: { type: "bearer"; handler: () => string }) => unknown;
  export default SCIMMYRouters;
}
