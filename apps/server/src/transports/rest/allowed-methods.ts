import { allOperations } from "@lintel/contract/catalog";

/** Every method of the protocol is a POST; the address may stand behind the prefix of a region. */
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

/** The methods that an address has; none where there is nothing at all. */
export function allowedMethods(path: string): string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set<string>(methods)].sort();
}
