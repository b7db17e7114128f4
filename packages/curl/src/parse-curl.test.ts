import { sampleLanguages } from "@lintel/reference/samples/languages";
import { describe, expect, it } from "vitest";
import { CurlError, parseCurl } from "./parse-curl.ts";

const requestOf = (text: string) => parseCurl(text).request;

describe("a curl command", () => {
  it("is read with method, headers, JSON body and credential", () => {
    const { request, warnings } =
      parseCurl(String.raw`curl -sSL -X PUT 'https://api.example.com/books/1?a=b' \
      -H 'Content-Type: application/json' -H "X-Trace: \"1\"" \
      -u ana:pass:word --max-time 2.5 -d '{"title":"It'\''s"}'`);
    expect(request).toEqual({
      method: "PUT",
      url: "https://api.example.com/books/1?a=b",
      headers: { "Content-Type": "application/json", "X-Trace": '"1"' },
      body: { type: "json", value: { title: "It's" } },
      auth: { type: "basic", username: "ana", password: "pass:word" },
      timeoutMs: 2500,
      followRedirects: true,
    });
    expect(warnings).toEqual([]);
  });

  it("is read as a browser copies it", () => {
    const request = requestOf(
      "curl 'https://shop.example/api' \\\n  -H 'accept: */*' \\\n  -b 'sid=1; t=2' \\\n  --data-raw $'{\"name\":\"caf\\u00e9\\n\"}' \\\n  --compressed",
    );
    expect(request).toMatchObject({
      method: "POST",
      headers: { accept: "*/*", Cookie: "sid=1; t=2" },
      body: { type: "text", text: '{"name":"café\n"}' },
    });
  });

  it.each([
    ["curl example.com", { method: "GET", url: "http://example.com", followRedirects: false }],
    ["$ curl -I https://a.example", { method: "HEAD" }],
    ["curl -XDELETE https://a.example", { method: "DELETE" }],
    [
      "curl -G https://a.example -d a=1 --data-urlencode 'q=x y'",
      { url: "https://a.example?a=1&q=x%20y" },
    ],
    [
      "curl --json '{\"a\":1}' https://a.example",
      { method: "POST", body: { type: "json", value: { a: 1 } } },
    ],
    [
      "curl https://a.example -F a=1 -F b=2",
      { body: { type: "form", fields: { a: "1", b: "2" } } },
    ],
    ["curl https://a.example -H 'A: 1' -H 'a: 2'", { headers: { A: ["1", "2"] } }],
    ["curl https://a.example -H 'Accept:' -H 'X-Empty;'", { headers: { "X-Empty": "" } }],
    [
      "curl https://a.example --oauth2-bearer={{token}}",
      { auth: { type: "bearer", token: "{{token}}" } },
    ],
    [
      "curl https://a.example -d 1 -d 2",
      { body: { type: "text", text: "1&2", contentType: "application/x-www-form-urlencoded" } },
    ],
    ["curl https://a.example | jq .", { url: "https://a.example" }],
    ["C:\\\\curl.exe https://a.example", { url: "https://a.example" }],
  ])("%s", (text, expected) => {
    expect(requestOf(text)).toMatchObject(expected);
  });

  it("keeps numbers that JSON in JavaScript would change", () => {
    const { body } = requestOf("curl --json '{\"id\":9007199254740993}' https://a.example");
    expect(body).toMatchObject({ type: "text", text: '{"id":9007199254740993}' });
  });

  it("warns of files, and of options without a counterpart", () => {
    const { warnings } = parseCurl("curl https://a.example -d @body.json --proxy http://p -k");
    expect(warnings).toEqual([
      "The file body.json is not sent: paste its content.",
      "--proxy has no counterpart and is left out.",
      "--insecure has no counterpart and is left out.",
    ]);
  });

  it.each([
    ["wget https://a.example", "begins with curl"],
    ["curl", "has no address"],
    ["curl 'https://a.example", "ends within '"],
    ["curl https://a.example -H", "-H has no value"],
    ["curl -X FETCH https://a.example", "FETCH is not sent"],
  ])("%s is refused", (text, message) => {
    expect(() => parseCurl(text)).toThrow(CurlError);
    expect(() => parseCurl(text)).toThrow(message);
  });

  it("is the one that samples of the reference show", () => {
    const sample = {
      method: "PATCH",
      url: "https://api.example.com/a?b=c&d=%27",
      headers: [["X-Key", 'it\'s \\ "quoted" $HOME `x`'] as const],
      body: { kind: "text", text: "line 1\nline '2'\\" } as const,
    };
    const written = sampleLanguages.find(({ id }) => id === "curl")?.write(sample) ?? "";
    expect(requestOf(written)).toMatchObject({
      method: sample.method,
      url: sample.url,
      headers: { "X-Key": sample.headers[0]?.[1] },
      body: { type: "text", text: sample.body.text },
    });
  });
});
