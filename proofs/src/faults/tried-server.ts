import { randomBytes } from "node:crypto";
import { makeScratch, type Scratch } from "../scene/data-folder.ts";
import { seedOrganizations, type SeededOrganization } from "../scene/seed-organizations.ts";
import {
  startServerProcess,
  type ServerOptions,
  type ServerProcess,
} from "../scene/server-process.ts";

/** A server with organizations, to which a fault is applied. */
export interface TriedServer {
  readonly server: ServerProcess;
  readonly organizations: readonly SeededOrganization[];
  readonly settings: Readonly<Record<string, string>>;
  readonly scratch: Scratch;
  close(): Promise<void>;
}

export interface TriedOptions extends Partial<ServerOptions> {
  readonly organizations?: number;
  /** A folder for the data, instead of the scratch folder. */
  readonly dataFolder?: string;
}

export async function startTried(options: TriedOptions = {}): Promise<TriedServer> {
  const scratch = await makeScratch();
  const data = options.dataFolder ?? scratch.data;
  const settings = {
    LINTEL_DATA: data,
    LINTEL_WEB_APP: "off",
    LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
    LINTEL_MASTER_KEY: randomBytes(32).toString("hex"),
    ...options.settings,
  };
  try {
    const server = await startServerProcess({ ...options, settings });
    const place = { url: server.url, folder: data };
    const seeding = seedOrganizations(place, options.organizations ?? 20);
    const organizations = await seeding.catch(async (error: unknown) => {
      await server.end();
      throw error;
    });
    return {
      server,
      organizations,
      settings,
      scratch,
      async close() {
        await server.end();
        await scratch.remove();
      },
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

/** A response and its duration. */
export interface Timed {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

/** A call with the key of a member; a broken connection has status 0. */
export async function call(
  url: string,
  key: string,
  method: string,
  target: string,
  body?: unknown,
  limitMs = 90_000,
): Promise<Timed> {
  const began = performance.now();
  const spent = (): number => Math.round(performance.now() - began);
  try {
    const response = await fetch(url + target, {
      method,
      headers: {
        "x-api-key": key,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      signal: AbortSignal.timeout(limitMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === "" ? {} : JSON.parse(text);
    return {
      status: response.status,
      headers: response.headers,
      body: parsed as Timed["body"],
      ms: spent(),
    };
  } catch (error) {
    return { status: 0, headers: new Headers(), body: { error: String(error) }, ms: spent() };
  }
}

/** Whether a response is the Problem for an outage. */
export function isOutage({ status, headers, body }: Timed): boolean {
  return (
    status === 503 &&
    Number(headers.get("retry-after")) >= 1 &&
    (headers.get("content-type") ?? "").startsWith("application/problem+json") &&
    body["code"] === "UNAVAILABLE"
  );
}

/**
 * Repeats a call until its response is as expected. @returns the time in ms, or null if it never
 * was
 */
export async function waitUntil(
  act: () => Promise<boolean>,
  limitMs: number,
): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if (await act()) return Math.round(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return null;
}

/**
 * Whether the server prints a text; its log is written asynchronously, so a moment after a
 * response.
 */
export async function seesPrinted({ server }: TriedServer, text: RegExp): Promise<boolean> {
  for (let left = 50; left > 0 && !text.test(server.printed()); left -= 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return text.test(server.printed());
}
