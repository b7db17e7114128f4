import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import Fastify from "fastify";

// The cost of the protocol itself: a bare Fastify route to the SDK as in its documentation, with
// one tool that does nothing. It has no credential, database, schema or log.

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "floor", version: "1.0.0" });
  server.registerTool("nothing", { description: "Do nothing." }, () => ({
    content: [{ type: "text", text: "{}" }],
  }));
  return server;
});
const app = Fastify();

app.post("/mcp", async (request, reply) => {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const asked = new Request("http://localhost/mcp", {
    method: "POST",
    headers: Object.fromEntries(headers) as Record<string, string>,
  });
  const response = await handler.fetch(asked, { parsedBody: request.body });
  reply.code(response.status).type("application/json");
  return response.text();
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`The floor listens at ${url}\n`);
