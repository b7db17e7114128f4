import { quoteShell } from "../quote.ts";
import type { SampleLanguage, SampleRequest } from "../sample.types.ts";

function writeMethod({ method, body }: SampleRequest): string[] {
  if (method === "HEAD") return ["--head"];
  return method === (body === null ? "GET" : "POST") ? [] : [`--request ${quoteShell(method)}`];
}

function writeBody({ body }: SampleRequest): string[] {
  switch (body?.kind) {
    case "text":
      // Unlike `--data`, it does not read a file for a leading @.
      return [`--data-raw ${quoteShell(body.text)}`];
    case "file":
      return [`--data-binary ${quoteShell(`@${body.file}`)}`];
    case "parts":
      return body.parts.map(({ name, value, isFile }) =>
        isFile
          ? `--form ${quoteShell(`${name.replaceAll(/[=;"]/g, "_")}=@file`)}`
          : `--form-string ${quoteShell(`${name.replaceAll("=", "_")}=${value}`)}`,
      );
    default:
      return [];
  }
}

export const curl: SampleLanguage = {
  id: "curl",
  title: "curl",
  language: "bash",
  write: (request) =>
    [
      "curl --globoff",
      ...writeMethod(request),
      `--url ${quoteShell(request.url)}`,
      ...request.headers.map(
        ([name, value]) =>
          // `Name:` would remove the header; `Name;` sends it empty.
          `--header ${quoteShell(value === "" ? `${name};` : `${name}: ${value}`)}`,
      ),
      ...writeBody(request),
    ].join(" \\\n  "),
};
