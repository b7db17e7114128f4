import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SsoStatus } from "@lintel/contract/words/sso";
import { nextState, type ConnectionState, type Happening } from "./connection-states.ts";

/** Every transition between states, written down apart from the code. Others leave the state. */
const allowed: Readonly<
  Record<SsoStatus, Partial<Record<Happening["kind"], readonly SsoStatus[]>>>
> = {
  draft: { activated: ["active"] },
  active: {
    disabled: ["disabled"],
    configured: ["draft"],
    handshakeFailed: ["active", "error"],
    certificateExpired: ["error"],
  },
  disabled: { activated: ["active"], configured: ["draft"] },
  error: { tested: ["active"], configured: ["draft"] },
};

const at = new Date("2026-11-23");
const kinds = [
  "configured",
  "tested",
  "activated",
  "disabled",
  "signedIn",
  "handshakeFailed",
  "certificateExpired",
] as const;
const anyHappening: fc.Arbitrary<Happening> = fc
  .constantFrom(...kinds)
  .map((kind) => (kind === "tested" ? { kind, at } : { kind }));

const draft: ConnectionState = {
  status: "draft",
  failure: null,
  failedHandshakes: 0,
  testedAt: null,
};

describe("the states of a connection", () => {
  it("change only as they may, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(anyHappening, { maxLength: 40 }), (happenings) => {
        let state = draft;
        let isTested = false;
        let failures = 0;
        for (const happening of happenings) {
          const next = nextState(state, happening);
          const { kind } = happening;
          if (kind === "tested") isTested = true;
          if (kind === "configured") isTested = false;
          if (next === null) {
            const isUntested = state.status === "draft" && !isTested;
            const expected =
              (kind === "activated" && (isUntested || state.status === "error")) ||
              (kind === "disabled" && (state.status === "draft" || state.status === "error")) ||
              (kind === "signedIn" && state.status !== "active");
            expect(expected).toBe(true);
            continue;
          }
          if (next.status !== state.status)
            expect(allowed[state.status][kind] ?? []).toContain(next.status);
          if (kind === "handshakeFailed" && state.status === "active") failures += 1;
          if (kind === "signedIn" || kind === "tested" || kind === "configured") failures = 0;
          if (kind === "handshakeFailed" && state.status === "active")
            expect(next.status).toBe(failures >= 3 ? "error" : "active");
          expect(next.failedHandshakes).toBe(failures);
          expect(next.testedAt !== null).toBe(isTested);
          expect(next.failure === null).toBe(next.status !== "error");
          state = next;
        }
      }),
      { numRuns: 1000 },
    );
  });
});
