import { describe, expect, it } from "vitest";
import { readServers, writeServer } from "./declared-server.ts";

const write = (url: string, baseUrl: string | null, set = {}) =>
  readServers([{ url, variables: { stage: { default: "test" } } }]).map((server) =>
    writeServer(server, set, baseUrl),
  );

describe("the address of a declared server", () => {
  it.each([
    ["https://{stage}.example.com/v2", null, "https://test.example.com/v2"],
    ["/v2", "https://example.com/v1/", "https://example.com/v2"],
    ["v2", "https://example.com/v1/", "https://example.com/v1/v2"],
    ["/v2", null, null],
    ["javascript:alert(1)", "https://example.com", null],
    ["data:text/html,x", null, null],
    ["ftp://example.com", null, null],
  ])("of %s with the base address %s is %s", (url, baseUrl, address) => {
    expect(write(url, baseUrl)).toEqual([address]);
  });

  it("has the chosen value of a variable", () => {
    const url = "https://{stage}.example.com";
    expect(write(url, null, { stage: "live" })).toEqual(["https://live.example.com"]);
  });
});
