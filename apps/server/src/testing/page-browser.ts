import { openSession } from "../domain/people/open-session.ts";
import type { TestApp } from "./test-app.ts";

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  /** Where a redirect leads; null where the answer is none. */
  readonly location: string | null;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** A browser without scripts: it keeps cookies, sends forms and shows redirects. */
export interface TestBrowser {
  get(path: string): Promise<PageAnswer>;
  post(
    path: string,
    form: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<PageAnswer>;
  /** Signs a person in, without their password. */
  signIn(userId: string): Promise<void>;
  /** Keeps the cookies of an answer that was received in another way. @param lines as in `Set-Cookie` */
  keepCookies(lines: string | readonly string[] | number | undefined): void;
}

export function createBrowser(testApp: TestApp, region: "eu" | "us" = "eu"): TestBrowser {
  const cookies = new Map<string, string>();
  const { platform } = testApp.cells[region];
  const host = () => new URL(platform.publicOrigin()).host;

  async function send(method: "GET" | "POST", url: string, payload?: string): Promise<PageAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await testApp.app.inject({
      method,
      url,
      headers: {
        host: host(),
        accept: "text/html",
        ...(cookie === "" ? {} : { cookie }),
        ...(payload === undefined
          ? {}
          : {
              origin: platform.publicOrigin(),
              "content-type": "application/x-www-form-urlencoded",
            }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of response.cookies as { name: string; value: string }[]) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const { location } = response.headers;
    const { statusCode: status, payload: text, headers } = response;
    return { status, text, location: location === undefined ? null : location, headers };
  }

  return {
    get: (path) => send("GET", path),
    post: (path, form) => {
      const pairs = Object.entries(form).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      return send("POST", path, new URLSearchParams(pairs).toString());
    },
    keepCookies(lines) {
      for (const line of [lines ?? []].flat()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
        cookies.set(name, value);
      }
    },
    async signIn(userId) {
      const secrets = await openSession(platform, await platform.database(), {
        userId,
        method: "password",
        connectionId: null,
        device: "test",
        address: "::1",
        now: platform.clock.now(),
      });
      cookies.set(`__Host-lintel-${region}`, secrets.access);
      cookies.set(`__Host-lintel-${region}-refresh`, secrets.refresh);
    },
  };
}
