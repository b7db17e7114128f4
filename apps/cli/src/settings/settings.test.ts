import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import { parseOptions } from "../command-line/parse-options.ts";
import { makeFolder } from "../testing/spawn-lintel.ts";
import { locateConfig, readConfig, storeProfile } from "./config-file.ts";
import { maskKey } from "./mask-key.ts";
import { resolveSettings } from "./resolve-settings.ts";

const optionsOf = (...line: string[]) =>
  parseOptions("run", [...connectionOptions, projectOption], line).options;

describe("where a setting is from", () => {
  it("is the flag, else the environment, else the profile, else the default", async () => {
    await using home = await makeFolder();
    const file = { XDG_CONFIG_HOME: home.path };
    const variable = { ...file, LINTEL_URL: "http://variable" };
    const flag = optionsOf("--url", "http://flag");
    const none = optionsOf();
    expect(resolveSettings(none, file).find("url")?.value).toBe("http://127.0.0.1:4000");
    storeProfile(file, "default", { url: "http://file" });
    expect(resolveSettings(none, file).find("url")?.value).toBe("http://file");
    expect(resolveSettings(none, variable).find("url")?.value).toBe("http://variable");
    expect(resolveSettings(flag, variable).find("url")).toEqual({
      value: "http://flag",
      source: "--url",
    });
  });

  it("is not an empty variable, which CI systems set for a missing one", async () => {
    await using home = await makeFolder();
    const env = { XDG_CONFIG_HOME: home.path, LINTEL_REGION: "", LINTEL_API_KEY: "  " };
    const settings = resolveSettings(optionsOf(), env);
    expect(settings.find("region")?.value).toBe("eu");
    expect(settings.find("key")).toBeNull();
  });

  it("is the profile that the flag or else the environment names", async () => {
    await using home = await makeFolder();
    const env = { XDG_CONFIG_HOME: home.path, LINTEL_PROFILE: "two" };
    storeProfile(env, "one", { project: "A" });
    storeProfile(env, "two", { project: "B" });
    expect(resolveSettings(optionsOf(), env).find("project")?.value).toBe("B");
    expect(resolveSettings(optionsOf("--profile", "one"), env).find("project")?.value).toBe("A");
    expect(() => resolveSettings(optionsOf("--profile", "three"), env)).toThrow(
      "There is no profile three",
    );
    expect(() => resolveSettings(optionsOf("--profile", "toString"), env)).toThrow("no profile");
    expect(() => resolveSettings(optionsOf("--profile", "a b"), env)).toThrow("cannot be the name");
  });

  it.each([
    ["url", "ftp://a", "https://"],
    ["url", "example.com", "https://"],
    ["url", "https://user:secret@example.com", "password"],
    ["url", "https://example.com/?a=1", "?"],
    ["region", "asia", "eu or us"],
  ] as const)("refuses the %s %s", async (name, value, fix) => {
    await using home = await makeFolder();
    const variable = name === "url" ? "LINTEL_URL" : "LINTEL_REGION";
    const settings = resolveSettings(optionsOf(), {
      XDG_CONFIG_HOME: home.path,
      [variable]: value,
    });
    expect(() => settings.find(name)).toThrow(variable);
    expect(() => settings.find(name)).toThrow(
      expect.objectContaining({ fix: expect.stringContaining(fix) as string }) as Error,
    );
  });

  it("does not repeat the password of an address", async () => {
    await using home = await makeFolder();
    const env = { XDG_CONFIG_HOME: home.path, LINTEL_URL: "https://me:hidden@example.com" };
    expect(() => resolveSettings(optionsOf(), env).find("url")).toThrow(/^(?!.*hidden)/s);
  });

  it("does not repeat an invalid key", async () => {
    await using home = await makeFolder();
    const env = { XDG_CONFIG_HOME: home.path, LINTEL_API_KEY: "two words\nlines" };
    expect(() => resolveSettings(optionsOf(), env).find("key")).toThrow(/^(?!.*two words)/s);
  });
});

describe("the config file", () => {
  it("is readable only by its owner, and replaced atomically", async () => {
    await using home = await makeFolder();
    const env = { XDG_CONFIG_HOME: home.path };
    mkdirSync(path.join(home.path, "lintel"), { mode: 0o755 });
    storeProfile(env, "default", { key: "svc_live_a" });
    storeProfile(env, "default", { url: "http://a" });
    const file = locateConfig(env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(file))).toEqual(["config.json"]);
    expect(readConfig(env).profiles["default"]).toEqual({ key: "svc_live_a", url: "http://a" });
  });

  it("loses unset values and keeps other profiles", async () => {
    await using home = await makeFolder();
    const env = { XDG_CONFIG_HOME: home.path };
    storeProfile(env, "a", { key: "svc_live_a", project: "P" });
    storeProfile(env, "b", { project: "Q" });
    storeProfile(env, "a", { key: undefined });
    expect(readConfig(env)).toEqual({ profiles: { a: { project: "P" }, b: { project: "Q" } } });
    expect(readFileSync(locateConfig(env), "utf8")).not.toContain("svc_live");
  });

  it("is in the home folder if XDG_CONFIG_HOME is not an absolute path", () => {
    expect(locateConfig({ HOME: "/home/a" })).toBe("/home/a/.config/lintel/config.json");
    expect(locateConfig({ HOME: "/home/a", XDG_CONFIG_HOME: "rel" })).toBe(
      "/home/a/.config/lintel/config.json",
    );
  });

  it.each([
    "{",
    "[]",
    '{"profiles":[]}',
    '{"profiles":{"a":{"key":5}}}',
    '{"profiles":{"a":null}}',
  ])("with %s is refused by name", async (text) => {
    await using home = await makeFolder();
    const env = { XDG_CONFIG_HOME: home.path };
    mkdirSync(path.join(home.path, "lintel"));
    writeFileSync(locateConfig(env), text);
    expect(() => readConfig(env)).toThrow("cannot be used");
  });

  it("that cannot be written is an error with a remedy", async () => {
    await using home = await makeFolder();
    writeFileSync(path.join(home.path, "lintel"), "a file in the way");
    chmodSync(home.path, 0o700);
    expect(() => storeProfile({ XDG_CONFIG_HOME: home.path }, "a", {})).toThrow(
      "cannot be written",
    );
  });
});

describe("a masked key", () => {
  it.each([
    ["svc_live_OTHcNZyH3xrB5cj6RNWEFuLHWDk4xnSU04C1px", "svc_live_OTHc••••"],
    ["svc_live_short", "••••"],
    ["some-other-thing", "••••"],
    ["", "••••"],
  ])("%s is shown as %s", (key, shown) => {
    expect(maskKey(key)).toBe(shown);
  });
});
