import { quoteString } from "../quote.ts";
import type { SampleBody, SampleLanguage } from "../sample.types.ts";
import { boundary, writeMultipart } from "../write-multipart.ts";

interface Written {
  readonly imports: readonly string[];
  readonly before: readonly string[];
  readonly value: string;
}

const check = ["\tif err != nil {", "\t\tpanic(err)", "\t}"];

function writeBody(body: SampleBody | null): Written {
  if (body === null) return { imports: [], before: [], value: "nil" };
  if (body.kind === "file") {
    const before = [`\tbody, err := os.Open(${quoteString(body.file)})`, ...check];
    return { imports: ["os"], before, value: "body" };
  }
  const text = body.kind === "text" ? body.text : writeMultipart(body.parts);
  return {
    imports: ["strings"],
    before: [`\tbody := strings.NewReader(${quoteString(text)})`],
    value: "body",
  };
}

export const go: SampleLanguage = {
  id: "go",
  title: "Go",
  language: "go",
  write: ({ method, url, headers, body }) => {
    const { imports, before, value } = writeBody(body);
    const all =
      body?.kind === "parts"
        ? [...headers, ["Content-Type", `multipart/form-data; boundary=${boundary}`] as const]
        : headers;
    return [
      "package main",
      "",
      "import (",
      ...["fmt", "io", "net/http", ...imports].map((name) => `\t"${name}"`),
      ")",
      "",
      "func main() {",
      ...before,
      `\trequest, err := http.NewRequest(${quoteString(method)}, ${quoteString(url)}, ${value})`,
      ...check,
      ...all.map(
        ([name, text]) => `\trequest.Header.Set(${quoteString(name)}, ${quoteString(text)})`,
      ),
      "\tresponse, err := http.DefaultClient.Do(request)",
      ...check,
      "\tdefer response.Body.Close()",
      "\tanswer, err := io.ReadAll(response.Body)",
      ...check,
      "\tfmt.Println(response.StatusCode, string(answer))",
      "}",
    ].join("\n");
  },
};
