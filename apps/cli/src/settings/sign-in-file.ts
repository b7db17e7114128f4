import { readFileSync } from "node:fs";
import path from "node:path";
import { isObject } from "@lintel/json/value";
import type { Environment } from "../command-line/command.types.ts";
import { Failure } from "../outcome/failure.ts";
import { locateConfig } from "./config-file.ts";
import { withFileLock } from "./file-lock.ts";
import { writePrivateFile } from "./private-file.ts";

/** A server and a region, which have one sign-in at most. */
export interface Place {
  readonly url: string;
  readonly region: "eu" | "us";
}

/** The tokens of a person who signed in with `lintel login`. */
export interface SignIn extends Place {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token expires, in ms since 1970. */
  readonly expiresAt: number;
  /** The addresses that refresh and revoke the tokens. */
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
}

type SignIns = Readonly<Record<string, SignIn>>;

/** `credentials.json`, next to the config file. */
export function locateSignIns(env: Environment): string {
  return path.join(path.dirname(locateConfig(env)), "credentials.json");
}

export function findSignIn(env: Environment, place: Place): SignIn | undefined {
  const signIns = readSignIns(env);
  const name = nameOf(place);
  return Object.hasOwn(signIns, name) ? signIns[name] : undefined;
}

/** Every server and region with a sign-in. */
export function listSignIns(env: Environment): Place[] {
  return Object.values(readSignIns(env)).map(({ url, region }) => ({ url, region }));
}

/** Only inside of `changeSignIns`. */
export function writeSignIn(env: Environment, place: Place, signIn: SignIn | undefined): void {
  const others = Object.entries(readSignIns(env)).filter(([name]) => name !== nameOf(place));
  const kept = signIn === undefined ? others : [...others, [nameOf(place), signIn] as const];
  writePrivateFile(locateSignIns(env), { signIns: Object.fromEntries(kept) });
}

/** Runs a change while no other process changes the file. */
export function changeSignIns<T>(env: Environment, change: () => Promise<T>): Promise<T> {
  return withFileLock(`${locateSignIns(env)}.lock`, change);
}

const nameOf = ({ url, region }: Place): string => `${url.replace(/\/+$/, "")} ${region}`;

/** @throws Failure if the file cannot be read or has other content. */
function readSignIns(env: Environment): SignIns {
  const file = locateSignIns(env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    throw refuseFile(file, `it cannot be read (${code})`, "Make it readable", error);
  }
  const signIns = parse(text);
  if (signIns !== null) return signIns;
  throw refuseFile(file, "it does not have the format of `lintel login`", "Delete it");
}

function parse(text: string): SignIns | null {
  try {
    const value: unknown = JSON.parse(text);
    const signIns = isObject(value) ? value["signIns"] : null;
    const isSound = isObject(signIns) && Object.values(signIns).every(isSignIn);
    return isSound ? (signIns as unknown as SignIns) : null;
  } catch {
    return null;
  }
}

const texts = ["url", "accessToken", "refreshToken", "tokenEndpoint", "revocationEndpoint"];

function isSignIn(value: unknown): boolean {
  if (!isObject(value) || typeof value["expiresAt"] !== "number") return false;
  const isRegion = value["region"] === "eu" || value["region"] === "us";
  return isRegion && texts.every((name) => typeof value[name] === "string");
}

function refuseFile(file: string, why: string, fix: string, cause?: unknown): Failure {
  return new Failure({
    exit: "usage",
    code: "CONFIG_UNREADABLE",
    what: `The file with your sign-ins cannot be used: ${why}.`,
    why: [file],
    fix: `${fix} and run \`lintel login\`, or set LINTEL_API_KEY.`,
    cause,
  });
}
