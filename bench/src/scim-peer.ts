import type { AddressInfo } from "node:net";
import express from "express";
import SCIMMY from "scimmy";
import SCIMMYRouters from "scimmy-routers";

// The peer of the SCIM bench: scimmy with its routers on Express 4, and 1,000 users in memory. An index
// finds a user by name, which is more than its examples have.

interface PeerUser {
  id: string;
  userName: string;
  [attribute: string]: unknown;
}

const users = new Map<string, PeerUser>();
const byName = new Map<string, PeerUser>();

function store(user: PeerUser): PeerUser {
  users.set(user.id, user);
  byName.set(user.userName, user);
  return user;
}

for (let at = 0; at < 1000; at += 1) {
  const userName = `user-${at}@example.com`;
  store({
    id: `user-${at}`,
    userName,
    name: { givenName: "Given", familyName: `Family ${at}` },
    displayName: `User ${at}`,
    emails: [{ value: userName, type: "work", primary: true }],
    active: true,
    meta: { created: new Date(), lastModified: new Date() },
  });
}

const wantedName = /^userName eq "([^"]+)"$/;

SCIMMY.Resources.declare(SCIMMY.Resources.User, {
  egress: (resource) => {
    if (resource.id !== undefined) {
      const user = users.get(resource.id);
      if (user === undefined) throw new SCIMMY.Types.Error(404, null, "Not found");
      return user;
    }
    const [, name] = wantedName.exec(resource.filter?.expression ?? "") ?? [];
    if (name === undefined) return [...users.values()];
    const user = byName.get(name);
    return user === undefined ? [] : [user];
  },
  ingress: (resource, data) => {
    const id = resource.id ?? "";
    const meta = { created: new Date(), lastModified: new Date() };
    return store({ ...(data as object), id, meta } as unknown as PeerUser);
  },
  degress: (resource) => void users.delete(resource.id ?? ""),
});

const app = express();
app.use("/scim/v2/bench", new SCIMMYRouters({ type: "bearer", handler: () => "bench" }));
const server = app.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The peer listens at http://127.0.0.1:${port}\n`);
});
process.once("SIGTERM", () => server.close(() => process.exit()));
