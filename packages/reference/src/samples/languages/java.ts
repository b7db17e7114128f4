import { quoteJava } from "../quote.ts";
import type { SampleBody, SampleLanguage } from "../sample.types.ts";
import { boundary, writeMultipart } from "../write-multipart.ts";

const publishers = "HttpRequest.BodyPublishers";

function writeBody(body: SampleBody | null): string {
  if (body === null) return `${publishers}.noBody()`;
  if (body.kind === "file") return `${publishers}.ofFile(Path.of(${quoteJava(body.file)}))`;
  const text = body.kind === "text" ? body.text : writeMultipart(body.parts);
  return `${publishers}.ofString(${quoteJava(text)})`;
}

export const java: SampleLanguage = {
  id: "java",
  title: "Java",
  language: "java",
  write: ({ method, url, headers, body }) => {
    const all =
      body?.kind === "parts"
        ? [...headers, ["Content-Type", `multipart/form-data; boundary=${boundary}`] as const]
        : headers;
    return [
      "import java.net.URI;",
      "import java.net.http.HttpClient;",
      "import java.net.http.HttpRequest;",
      "import java.net.http.HttpResponse;",
      ...(body?.kind === "file" ? ["import java.nio.file.Path;"] : []),
      "",
      "public class Example {",
      "  public static void main(String[] arguments) throws Exception {",
      "    HttpRequest request = HttpRequest.newBuilder()",
      `        .uri(URI.create(${quoteJava(url)}))`,
      ...all.map(([name, value]) => `        .header(${quoteJava(name)}, ${quoteJava(value)})`),
      `        .method(${quoteJava(method)}, ${writeBody(body)})`,
      "        .build();",
      "    HttpResponse<String> response =",
      "        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
      '    System.out.println(response.statusCode() + " " + response.body());',
      "  }",
      "}",
    ].join("\n");
  },
};
