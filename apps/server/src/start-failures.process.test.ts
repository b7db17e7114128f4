import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { testServerUrl } from "./testing/test-database.ts";
import { makeDataFolder, runServerCommand } from "./testing/spawned-server.ts";

const quiet = { LINTEL_PORT: "0", LINTEL_PORTAL_PORT: "off", LINTEL_METRICS_PORT: "off" };

/** Starts a server that cannot start, and returns its output. */
async function failToStart(settings: Readonly<Record<string, string>>): Promise<string> {
  await using folder = await makeDataFolder();
  const ended = await runServerCommand(folder.path, [], { ...quiet, ...settings });
  expect(ended.code).toBe(2);
  expect(ended.stderr).not.toMatch(/^ {4}at /m);
  return ended.stderr;
}

async function takePort(): Promise<AsyncDisposable & { port: number }> {
  const stranger = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  return {
    port: (stranger.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => stranger.close(() => resolve())),
  };
}

describe("a start that fails names the setting and the remedy", () => {
  it("if the port is in use", async () => {
    await using taken = await takePort();
    const said = await failToStart({ LINTEL_PORT: String(taken.port) });
    expect(said).toContain(`Another program listens at 127.0.0.1:${taken.port}`);
    expect(said).toContain(`LINTEL_PORT=${taken.port + 10}`);
  });

  it.each([
    [{ LINTEL_HOST: "203.0.113.9" }, "LINTEL_HOST", "0.0.0.0"],
    [{ LINTEL_HOST: "no-such-host.invalid" }, "LINTEL_HOST", "127.0.0.1"],
    [{ LINTEL_PORT: "http" }, "LINTEL_PORT", "whole number"],
    [{ LINTEL_DATA: "/proc/lintel/data" }, "LINTEL_DATA", "may write"],
    [
      { LINTEL_DATABASE_EU: "postgres://lintel:secret-word@127.0.0.1:1/lintel" },
      "LINTEL_DATABASE_EU",
      "no PostgreSQL server answers at 127.0.0.1:1",
    ],
    [
      { LINTEL_DATABASE_EU: "postgres://lintel:secret-word@no-such-host.invalid/lintel" },
      "LINTEL_DATABASE_EU",
      "no-such-host.invalid is not known",
    ],
  ])("if %j cannot be used", async (settings, name, remedy) => {
    const said = await failToStart(settings);
    expect(said).toContain(name);
    expect(said).toContain(remedy);
    expect(said).not.toContain("secret-word");
  });

  it.runIf(testServerUrl !== undefined).each([
    ["role", "createuser --pwprompt no_such_role"],
    ["database", "createdb --owner postgres no_such_database"],
  ])("if PostgreSQL has no such %s", async (part, remedy) => {
    const url = new URL(testServerUrl ?? "");
    if (part === "role") url.username = "no_such_role";
    else url.pathname = "/no_such_database";
    expect(await failToStart({ LINTEL_DATABASE_EU: url.href })).toContain(remedy);
  });
});

describe("a variable that is not a setting", () => {
  it("is reported at the start, with a suggestion", async () => {
    await using taken = await takePort();
    const said = await failToStart({
      LINTEL_PORT: String(taken.port),
      LINTEL_EGRES_ALLOW: "127.0.0.1",
      LINTEL_API_KEY: "svc_live_of_the_command",
    });
    expect(said).toContain(
      "Warning: LINTEL_EGRES_ALLOW is not a setting of Lintel and has no effect. Did you mean LINTEL_EGRESS_ALLOW?",
    );
    expect(said).not.toContain("LINTEL_API_KEY");
  });
});
