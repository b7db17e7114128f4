import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { record, Timestamp } from "../shapes/common.ts";

const group = "Readers";

/** A path of the portal: printable ASCII, and no second slash at its beginning, which would name a host. */
const PortalPath = Type.String({ pattern: "^/(?![/\\\\])[!-\\[\\]-~]*$", maxLength: 2000 });

/** A secret in Base64 without padding, or its SHA-256 in the same form. */
const Digest = Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" });

/** What lets a browser read documentation, and nothing else. */
export const ReaderToken = record({
  token: Type.String(),
  expiresAt: Timestamp,
  returnPath: Type.String({ description: "The page of the portal that the reader opened first." }),
});
export type ReaderToken = Static<typeof ReaderToken>;

export const makeReaderCode = operation({
  name: "makeReaderCode",
  title: "Make a code for the portal",
  summary:
    "Returns the address at which the portal of documentation exchanges a code for its own token, once and within 60 seconds.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.started",
  input: {
    returnPath: PortalPath,
    challenge: {
      ...Digest,
      description: "The SHA-256 of a secret that only the reader's browser has.",
    },
  },
  output: record({ location: Type.String() }),
  problems: ["SESSION_EXPIRED"],
});

export const openReading = operation({
  name: "openReading",
  title: "Exchange a code of a reader",
  summary: "Returns a token that reads documentation until the session of the person ends.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "session.started",
  input: {
    code: Type.String({ maxLength: 200 }),
    verifier: { ...Digest, description: "The secret of the reader's browser." },
    origin: Type.String({ maxLength: 500, description: "The origin of the portal." }),
  },
  output: ReaderToken,
  problems: ["CODE_INVALID"],
});

export const endReading = operation({
  name: "endReading",
  title: "Sign a reader out",
  summary: "Ends the session that a reader's token belongs to.",
  group,
  permission: null,
  context: "none",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "session.ended",
  input: { token: Type.String({ maxLength: 200 }), origin: Type.String({ maxLength: 500 }) },
  output: null,
  problems: [],
});
