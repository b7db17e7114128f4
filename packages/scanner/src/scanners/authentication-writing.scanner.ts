import type { Operation } from "../surface/surface.types.ts";
import { deleteWithoutCredential } from "./delete-without-credential.ts";
import type { Scanner } from "./scanner.types.ts";
import { anyCredential, notEnforced, tryWithoutCredential } from "./try-without-credential.ts";

export const authenticationWriting: Scanner = {
  id: "authentication-writing",
  title: "Authentication enforcement of writes",
  summary:
    "Repeats a write that works without its credential, and with two invented ones. An operation that the document protects must refuse them. A DELETE is tried with a record that the scan has created, which its owner reads before and after.",
  needs: { identities: 1, writes: true, isIntrusive: false },
  control:
    "An address that does not exist must not answer as the operation does. A DELETE by the owner works, and the owner reads the record before it is attacked.",
  isAuthorization: true,
  guidance: [notEnforced, anyCredential],
  plan: ({ operations }) =>
    operations
      .filter(
        ({ isWrite, method, needsCredential }) =>
          isWrite && (method !== "DELETE" || needsCredential),
      )
      .map((operation) => ({ operation, requests: countRequests(operation) })),
  run: (check, probe) =>
    check.operation.method === "DELETE"
      ? deleteWithoutCredential(check, probe)
      : tryWithoutCredential(check, probe),
};

function countRequests({ method, needsCredential }: Operation): number {
  if (method === "DELETE") return 14;
  return needsCredential ? 5 : 1;
}
