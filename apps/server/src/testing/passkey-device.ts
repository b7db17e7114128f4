import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** A security key with one passkey, whose answers a test can make wrong (Web Authentication §6). */
export interface PasskeyDevice {
  readonly credentialId: string;
  readonly register: (options: string, wrong?: Wrong) => string;
  readonly signIn: (options: string, wrong?: Wrong) => string;
}

export interface Wrong {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly credentialId?: string;
  readonly userHandle?: string;
  /** The person did not unlock the device. */
  readonly isUnverified?: true;
}

interface Signing {
  readonly privateKey: KeyObject;
  readonly credentialId: string;
  userHandle: string;
  counter: number;
}

const digest = (value: string | Uint8Array) => createHash("sha256").update(value).digest();
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

export function makePasskeyDevice(): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16).toString("base64url");
  const state: Signing = { privateKey, credentialId, userHandle: "", counter: 0 };
  return {
    credentialId,
    register: (options, wrong = {}) => register(state, publicKey, options, wrong),
    signIn: (options, wrong = {}) => signIn(state, options, wrong),
  };
}

function register(state: Signing, publicKey: KeyObject, text: string, wrong: Wrong): string {
  const options = JSON.parse(text) as {
    challenge: string;
    rp: { id: string };
    user: { id: string };
  };
  state.userHandle = options.user.id;
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
  const id = Buffer.from(wrong.credentialId ?? state.credentialId, "base64url");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
  const head = authenticatorData(wrong.host ?? options.rp.id, state.counter, wrong, 0x40);
  const attestation = isoCBOR.encode(
    new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(Buffer.concat([head, attested]))],
    ]) as never,
  );
  return JSON.stringify({
    ...named(encode(id)),
    response: {
      clientDataJSON: encode(clientData("webauthn.create", options.challenge, wrong)),
      attestationObject: encode(attestation),
      transports: ["usb"],
    },
  });
}

function signIn(state: Signing, text: string, wrong: Wrong): string {
  const options = JSON.parse(text) as { challenge: string; rpId: string };
  state.counter += 1;
  const counter = wrong.counter ?? state.counter;
  const data = authenticatorData(wrong.host ?? options.rpId, counter, wrong, 0);
  const client = clientData("webauthn.get", options.challenge, wrong);
  const signed = Buffer.concat([data, digest(client)]);
  return JSON.stringify({
    ...named(wrong.credentialId ?? state.credentialId),
    response: {
      clientDataJSON: encode(client),
      authenticatorData: encode(data),
      signature: encode(sign("sha256", signed, state.privateKey)),
      userHandle: wrong.userHandle ?? state.userHandle,
    },
  });
}

const named = (id: string) => ({ id, rawId: id, type: "public-key", clientExtensionResults: {} });

function clientData(type: string, challenge: string, wrong: Wrong): Buffer {
  const { origin = "http://localhost" } = wrong;
  const fields = { type, challenge: wrong.challenge ?? challenge, origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(fields));
}

function authenticatorData(host: string, counter: number, wrong: Wrong, flags: number): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  const proved = wrong.isUnverified === true ? 0x01 : 0x05;
  return Buffer.concat([digest(host), Buffer.from([proved | flags]), counted]);
}
