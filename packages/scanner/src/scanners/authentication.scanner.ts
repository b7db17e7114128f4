import type { Scanner } from "./scanner.types.ts";
import { anyCredential, notEnforced, tryWithoutCredential } from "./try-without-credential.ts";

export const authentication: Scanner = {
  id: "authentication",
  title: "Authentication enforcement",
  summary:
    "Repeats a request that works without its credential, and with two invented ones. An operation that the document protects must refuse them.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control: "An address that does not exist must not answer as the operation does.",
  isAuthorization: true,
  guidance: [notEnforced, anyCredential],
  plan: ({ operations }) =>
    operations
      .filter(({ isWrite }) => !isWrite)
      .map((operation) => ({ operation, requests: operation.needsCredential ? 5 : 1 })),
  run: tryWithoutCredential,
};
