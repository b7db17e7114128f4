import { quoteString } from "../quote.ts";
import type { SampleBody, SampleLanguage } from "../sample.types.ts";

function writeBody(body: SampleBody): string[] {
  switch (body.kind) {
    case "text":
      return [`    data=${quoteString(body.text)}.encode(),`];
    case "file":
      return [`    data=open(${quoteString(body.file)}, "rb"),`];
    default:
      return [
        "    files=[",
        ...body.parts.map(({ name, value, isFile }) =>
          isFile
            ? `        (${quoteString(name)}, ("file", open("file", "rb"))),`
            : `        (${quoteString(name)}, (None, ${quoteString(value)})),`,
        ),
        "    ],",
      ];
  }
}

export const python: SampleLanguage = {
  id: "python",
  title: "Python",
  language: "python",
  write: ({ method, url, headers, body }) => {
    const lines = headers.map(
      ([name, value]) => `        ${quoteString(name)}: ${quoteString(value)},`,
    );
    return [
      "import requests",
      "",
      "response = requests.request(",
      `    ${quoteString(method)},`,
      `    ${quoteString(url)},`,
      ...(lines.length === 0 ? [] : ["    headers={", ...lines, "    },"]),
      ...(body === null ? [] : writeBody(body)),
      ")",
      "print(response.status_code, response.text)",
    ].join("\n");
  },
};
