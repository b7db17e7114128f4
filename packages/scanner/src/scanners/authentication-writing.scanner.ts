import type { Scanner } from "./scanner.types.ts";
import { anyCredential, notEnforced, tryWithoutCredential } from "./try-without-credential.ts";

export const authenticationWriting: Scanner = {
  id: "authentication-writing",
  title: "Authentication enforcement of writes",
  summary:
    "Repeats a write that works without its credential, and with two invented ones. An operation that the document protects must refuse them.",
  needs: { identities: 1, writes: true, isIntrusive: false },
  control: "An address that does not exist must not answer as the operation does.",
  isAuthorization: true,
  guidance: [notEnforced, anyCredential],
  plan: ({ operations }) =>
    operations
      .filter(({ isWrite, method }) => isWrite && method !== "DELETE")
      .map((operation) => ({ operation, requests: operation.needsCredential ? 5 : 1 })),
  run: tryWithoutCredential,
};
