import { Parser } from "htmlparser2";
import type { Credential, Exchange, Pairs, SendPlain } from "../traffic/exchange.types.ts";
import { headerOf } from "../traffic/header-of.ts";
import { explainRefusal, isRefused } from "../traffic/judge-answer.ts";
import { ScanEnd } from "../traffic/scan-end.ts";
import type { Authentication } from "./identity.types.ts";

type FormLogin = Extract<Authentication, { type: "form" }>;

interface Form {
  readonly action: string | undefined;
  /** Names and values of its fields, as the page has them. */
  readonly fields: Map<string, string>;
  hasPassword: boolean;
}

/** Headers in which frameworks expect the value of a cookie, by the name of the cookie. */
const tokenHeaders: Readonly<Record<string, string>> = {
  "xsrf-token": "X-XSRF-TOKEN",
  csrftoken: "X-CSRFToken",
  "csrf-token": "X-CSRF-Token",
};

/**
 * Signs in as a browser does: reads the page, sends its form with the hidden fields, and keeps the
 * cookies.
 *
 * @throws ScanEnd signInFailed
 */
export async function logInByForm(
  name: string,
  auth: FormLogin,
  send: SendPlain,
): Promise<Credential> {
  const page = await send({ method: "GET", path: auth.path, query: [], headers: [], body: null });
  const cookies = new Map<string, string>();
  keepCookies(cookies, page);
  const form = listForms(page.text).find(({ hasPassword }) => hasPassword);
  if (page.status === 0) throw refuse(name, auth, explainRefusal(page));
  if (form === undefined) throw refuse(name, auth, "the page has no form with a password");
  const answer = await send({
    method: "POST",
    path: new URL(form.action ?? "", page.url).href,
    query: [],
    headers: writeCookies(cookies),
    body: {
      mediaType: "application/x-www-form-urlencoded",
      text: new URLSearchParams([
        ...new Map([...form.fields, ...Object.entries(auth.fields)]),
      ]).toString(),
    },
  });
  keepCookies(cookies, answer);
  if (!isSignedIn(answer, page)) throw refuse(name, auth, explainRefusal(answer));
  if (cookies.size === 0) throw refuse(name, auth, "no cookie was set");
  return { headers: [...writeCookies(cookies), ...writeTokens(cookies)], query: [] };
}

/** A failed sign-in shows the form again, or leads back to its page. */
function isSignedIn(answer: Exchange, page: Exchange): boolean {
  const location = headerOf(answer.responseHeaders, "location");
  const target = location === null ? null : URL.parse(location, answer.url);
  const leadsBack = target !== null && target.pathname === new URL(page.url).pathname;
  if (answer.status < 200 || answer.status >= 400 || isRefused(answer) || leadsBack) return false;
  return !listForms(answer.text).some(({ hasPassword }) => hasPassword);
}

function listForms(html: string): Form[] {
  const forms: Form[] = [];
  let open: Form | null = null;
  const parser = new Parser({
    onopentag(tag, { name, value = "", type = "text", action, checked }) {
      if (tag === "form") {
        open = { action, fields: new Map(), hasPassword: false };
        forms.push(open);
      }
      if (tag !== "input" || open === null) return;
      if (type === "password") open.hasPassword = true;
      const isChosen = !["checkbox", "radio"].includes(type) || checked !== undefined;
      const isSent = !["submit", "button", "image", "reset", "file"].includes(type);
      if (name !== undefined && isChosen && isSent) open.fields.set(name, value);
    },
    onclosetag(tag) {
      if (tag === "form") open = null;
    },
  });
  parser.end(html);
  return forms;
}

function keepCookies(cookies: Map<string, string>, { responseHeaders }: Exchange): void {
  for (const [header, text] of responseHeaders) {
    const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(text) ?? [];
    if (header.toLowerCase() !== "set-cookie" || name === undefined) continue;
    if (/;\s*max-age=(?:0|-)/i.test(text)) cookies.delete(name);
    else cookies.set(name, value ?? "");
  }
}

const writeCookies = (cookies: ReadonlyMap<string, string>): Pairs =>
  cookies.size === 0
    ? []
    : [["Cookie", Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ")]];

const writeTokens = (cookies: ReadonlyMap<string, string>): Pairs =>
  [...cookies].flatMap(([name, value]) => {
    const header = tokenHeaders[name.toLowerCase()];
    return header === undefined ? [] : [[header, decodeValue(value)] as const];
  });

/** As a script of the page reads it; a value that is not encoded is sent as it is. */
function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const refuse = (name: string, { path }: FormLogin, why: string): ScanEnd =>
  new ScanEnd("signInFailed", `${name} could not sign in with the form of ${path}: ${why}.`);
