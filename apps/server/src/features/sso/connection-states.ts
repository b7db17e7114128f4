import type { SsoFailure, SsoStatus } from "@lintel/contract/words/sso";

/** The part of a connection that its states depend on. */
export interface ConnectionState {
  readonly status: SsoStatus;
  readonly failure: SsoFailure | null;
  /** Failed sign-ins in a row. */
  readonly failedHandshakes: number;
  /** When the present configuration was last tested with success. */
  readonly testedAt: Date | null;
}

/** What can happen to a connection. */
export type Happening =
  | { readonly kind: "configured" }
  | { readonly kind: "tested"; readonly at: Date }
  | { readonly kind: "activated" }
  | { readonly kind: "disabled" }
  | { readonly kind: "signedIn" }
  | { readonly kind: "handshakeFailed" }
  | { readonly kind: "certificateExpired" };

/** Failed sign-ins in a row that end an active connection. */
export const maxFailedHandshakes = 3;

/** The state after something happened; null where it may not happen in this state. */
export function nextState(state: ConnectionState, happening: Happening): ConnectionState | null {
  const { status } = state;
  switch (happening.kind) {
    case "configured":
      return { status: "draft", failure: null, failedHandshakes: 0, testedAt: null };
    case "tested": {
      const tested = { ...state, testedAt: happening.at, failedHandshakes: 0 };
      return status === "error" ? { ...tested, status: "active", failure: null } : tested;
    }
    case "activated":
      if (status === "active" || status === "disabled") return { ...state, status: "active" };
      return status === "draft" && state.testedAt !== null ? { ...state, status: "active" } : null;
    case "disabled":
      return status === "active" || status === "disabled" ? { ...state, status: "disabled" } : null;
    case "signedIn":
      return status === "active" ? { ...state, failedHandshakes: 0 } : null;
    case "handshakeFailed":
      return status === "active" ? countFailure(state) : state;
    case "certificateExpired":
      return status === "active" ? failWith(state, "certificateExpired") : state;
    default:
      throw new Error("The happening is unknown.");
  }
}

const failWith = (state: ConnectionState, failure: SsoFailure): ConnectionState => ({
  ...state,
  status: "error",
  failure,
});

function countFailure(state: ConnectionState): ConnectionState {
  const failedHandshakes = state.failedHandshakes + 1;
  const counted = { ...state, failedHandshakes };
  return failedHandshakes >= maxFailedHandshakes ? failWith(counted, "handshakes") : counted;
}
