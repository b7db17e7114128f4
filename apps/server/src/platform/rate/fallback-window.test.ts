import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { v7 } from "uuid";
import { afterEach, describe, expect, it } from "vitest";
import { findTestRedis } from "../../testing/test-redis.ts";
import { createFallbackWindow } from "./fallback-window.ts";
import { createMemoryWindow } from "./memory-window.ts";
import type { RateWindow } from "./rate-window.ts";
import { createRedisConnection, makeScript } from "./redis-connection.ts";
import { createRedisWindow } from "./redis-window.ts";

const redis = await findTestRedis();
const budget = { limit: 10, windowMs: 60_000 };

/** A proxy between a node and Redis that can close or stall connections, as a network does. */
interface Relay {
  readonly port: number;
  /** Closes every connection and accepts no new one. */
  cut(): Promise<void>;
  /** Accepts connections and forwards nothing. */
  hush(): void;
  mend(): Promise<void>;
}

async function startRelay(target: URL): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const onConnection = (near: Socket) => {
    const far = connect(Number(target.port === "" ? 6379 : target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => void (isSilent || to.write(chunk)));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  };
  const server: Server = createServer(onConnection);
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    hush: () => void (isSilent = true),
    async mend() {
      isSilent = false;
      if (!server.listening) await listen(port);
    },
  };
}

describe.runIf(redis !== null)("a window whose Redis fails", () => {
  const address = new URL(redis ?? "redis://127.0.0.1:6379/0");
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  interface Subject {
    readonly window: RateWindow;
    readonly logged: string[];
    /** Advances the clock by the interval of two trials. */
    pass(milliseconds: number): void;
  }

  function makeSubject(url: string): Subject {
    const logged: string[] = [];
    let passed = 0;
    const monotonic = () => performance.now() + passed;
    const window = createFallbackWindow({
      first: createRedisWindow({ connection: createRedisConnection(url), region: "test" }),
      second: createMemoryWindow(monotonic),
      monotonic,
      log: pino({ level: "info" }, { write: (line: string) => void logged.push(line) }),
    });
    closing.push(() => window.close());
    return { window, logged, pass: (milliseconds) => void (passed += milliseconds) };
  }

  async function relayed(): Promise<{ relay: Relay; url: string }> {
    const relay = await startRelay(address);
    closing.push(() => relay.cut());
    const url = new URL(address);
    url.port = String(relay.port);
    url.hostname = "127.0.0.1";
    return { relay, url: url.href };
  }

  /** Calls until Redis, which knows of `count` calls, answers; both stores count for themselves. */
  async function expectReturn({ window, logged, pass }: Subject, key: string, left: number) {
    pass(1500);
    await window.take(v7(), budget);
    for (let at = 0; at < 100 && !logged.some((line) => line.includes("again")); at += 1)
      await wait(20);
    expect((await window.take(key, budget)).remaining).toBe(left);
  }

  const warnings = (logged: readonly string[]) =>
    logged.filter((line) => line.includes('"level":40')).length;

  it("continues in the second store, logs it once, and returns by itself", async () => {
    const { relay, url } = await relayed();
    const subject = makeSubject(url);
    const { window, logged } = subject;
    const key = v7();
    expect((await window.take(key, budget)).remaining).toBe(9);
    expect((await window.take(key, budget)).remaining).toBe(8);
    await relay.cut();
    for (const left of [9, 8, 7]) {
      expect((await window.take(key, budget)).remaining).toBe(left);
      subject.pass(1500);
      await wait(20);
    }
    expect(warnings(logged)).toBe(1);
    await relay.mend();
    await expectReturn(subject, key, 7);
    expect(warnings(logged)).toBe(1);
  });

  it("does not wait long for a server that accepts connections and does not answer", async () => {
    const { relay, url } = await relayed();
    const subject = makeSubject(url);
    const { window, logged } = subject;
    const key = v7();
    await window.take(key, budget);
    relay.hush();
    // The server never answers: only the limit of a command, 200 ms, ends the wait.
    const answers = await Promise.all([0, 1, 2].map(() => window.take(key, budget)));
    expect(answers.map((answer) => answer.remaining)).toEqual([9, 8, 7]);
    expect(warnings(logged)).toBe(1);
    await relay.mend();
    await expectReturn(subject, key, 8);
  });

  it("refuses by the second store as strictly", async () => {
    const { relay, url } = await relayed();
    await relay.cut();
    const { window } = makeSubject(url);
    const key = v7();
    const answers = await Promise.all(Array.from({ length: 15 }, () => window.take(key, budget)));
    expect(answers.filter((answer) => answer.isAdmitted)).toHaveLength(10);
    await relay.mend();
  });

  it("treats a wrong password as a failure and keeps it out of the log", async () => {
    const url = new URL(address);
    url.username = "nobody";
    url.password = "canary-7f3a";
    const { window, logged } = makeSubject(url.href);
    expect((await window.take(v7(), budget)).isAdmitted).toBe(true);
    expect(warnings(logged)).toBe(1);
    expect(logged.join("")).not.toContain("canary");
  });

  it("brings a script to a server that does not know it", async () => {
    const connection = createRedisConnection(address.href);
    closing.push(() => connection.close());
    const unknown = makeScript(`return 42 -- ${v7()}`);
    expect(await connection.run(unknown, [], [])).toBe(42);
    expect(await connection.run(unknown, [], [])).toBe(42);
  });
});
