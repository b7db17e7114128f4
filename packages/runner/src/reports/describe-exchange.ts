import type { Exchange } from "@lintel/contract/shapes/test-run";

function listHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

export function writeRequest({ request }: Exchange): string {
  const head = [`${request.method} ${request.url}`, ...listHeaders(request.headers)];
  return [...head, ...(request.body === null ? [] : ["", request.body])].join("\n");
}

export function writeResponse({ response }: Exchange): string {
  if (response === null) return "no response";
  const head = [`${response.status}`, ...listHeaders(response.headers)];
  return [...head, ...(response.body === null ? [] : ["", response.body])].join("\n");
}
