import { quoteString } from "../quote.ts";
import type { SampleBody, SampleLanguage } from "../sample.types.ts";

interface Written {
  readonly before: readonly string[];
  readonly value: string;
}

function writeBody(body: SampleBody): Written {
  switch (body.kind) {
    case "text":
      return { before: [], value: quoteString(body.text) };
    case "file":
      return {
        before: [
          'import { openAsBlob } from "node:fs";',
          "",
          `const body = await openAsBlob(${quoteString(body.file)});`,
          "",
        ],
        value: "body",
      };
    default:
      return {
        before: [
          "const body = new FormData();",
          ...body.parts.map(({ name, value, isFile }) =>
            isFile
              ? `body.append(${quoteString(name)}, new Blob(["…"]), "file");`
              : `body.append(${quoteString(name)}, ${quoteString(value)});`,
          ),
          "",
        ],
        value: "body",
      };
  }
}

export const javascriptFetch: SampleLanguage = {
  id: "javascript",
  title: "JavaScript",
  language: "javascript",
  write: ({ method, url, headers, body }) => {
    const written = body === null ? null : writeBody(body);
    const lines = headers.map(
      ([name, value]) => `    ${quoteString(name)}: ${quoteString(value)},`,
    );
    return [
      ...(written?.before ?? []),
      `const response = await fetch(${quoteString(url)}, {`,
      `  method: ${quoteString(method)},`,
      ...(lines.length === 0 ? [] : ["  headers: {", ...lines, "  },"]),
      ...(written === null ? [] : [`  body: ${written.value},`]),
      "});",
      "console.log(response.status, await response.text());",
    ].join("\n");
  },
};
