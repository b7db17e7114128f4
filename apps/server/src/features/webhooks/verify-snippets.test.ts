import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { signMessage } from "./sign-message.ts";

const docs = readFileSync(
  path.join(import.meta.dirname, "../../../../../docs/webhooks.md"),
  "utf8",
);
const snippet = (language: string): string =>
  new RegExp("```" + language + "\\n([^]*?)```").exec(docs)?.[1] ?? "";

const now = 1_795_435_200;
const body = '{"eventType":"ping","text":"äöü €"}';
const [secret, older] = ["svc_hook_new", "svc_hook_old"];
const headersOf = (secrets: readonly string[], at = now) =>
  Object.fromEntries(
    signMessage({ eventType: "ping", deliveryId: "d", body }, secrets, at).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );

/** Messages with whether they are to be taken. */
const messages = [
  { headers: headersOf([secret]), body, isGood: true },
  { headers: headersOf([older, secret]), body, isGood: true },
  { headers: headersOf([older]), body, isGood: false },
  { headers: headersOf([secret]), body: `${body} `, isGood: false },
  { headers: headersOf([secret], now - 301), body, isGood: false },
  { headers: { ...headersOf([secret]), "x-svc-timestamp": "1e3" }, body, isGood: false },
  { headers: {}, body, isGood: false },
];

const hasPython = (() => {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
})();

describe("the code of the documentation that verifies messages", () => {
  it("takes what is signed and refuses the rest, in Node", async () => {
    const code = `data:text/javascript,${encodeURIComponent(snippet("js"))}`;
    const { isFromLintel } = (await import(code)) as {
      isFromLintel: (headers: object, body: Buffer, secret: string, now: number) => boolean;
    };
    for (const { headers, body: text, isGood } of messages)
      expect(isFromLintel(headers, Buffer.from(text), secret, now * 1000)).toBe(isGood);
  });

  it.runIf(hasPython)("takes what is signed and refuses the rest, in Python", () => {
    const call = `
import json, sys
print(json.dumps([is_from_lintel(m["headers"], m["body"].encode(), "${secret}", ${now}) for m in json.load(sys.stdin)]))`;
    const input = JSON.stringify(messages);
    const printed = execFileSync("python3", ["-c", snippet("python") + call], { input });
    expect(JSON.parse(printed.toString())).toEqual(messages.map(({ isGood }) => isGood));
  });
});
