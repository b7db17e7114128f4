import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hashPassword, verifyPassword } from "@lintel/server/platform/crypto/password-hash";

// The hashes of sign-ins in a process of their own: each request checks one password, as a sign-in does.

const stored = await hashPassword("a sentence that is long enough");
const server = createServer((_, response) => {
  void verifyPassword("a sentence that is long enough", stored).then((isRight) =>
    response.writeHead(isRight ? 204 : 500).end(),
  );
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The hashes process listens at http://127.0.0.1:${port}\n`);
});
process.once("SIGTERM", () => server.close(() => process.exit()));
