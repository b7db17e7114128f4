import { allOperations } from "@lintel/contract/catalog";

/** Every method of the tool protocol is a POST; its address may have a region prefix. */
const toolServer = { method: "POST", pattern: /^(?:\/us)?\/mcp$/ };

const operationRoutes = allOperations.flatMap(({ rest }) =>
  rest === undefined
    ? []
    : (rest.method === "GET" ? ["GET", "HEAD"] : [rest.method]).map((method) => ({
        method,
        pattern: new RegExp(`^${rest.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      })),
);

const routes = [toolServer, ...operationRoutes];

/** The methods of an address; empty if nothing is there. */
export function allowedMethods(path: string): string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set<string>(methods)].sort();
}
