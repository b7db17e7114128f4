import type { KeyPlace } from "@lintel/contract/words/security";

/** How an identity proves who it is. All values except names and addresses are secrets. */
export type Authentication =
  | { readonly type: "bearer"; readonly token: string }
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | {
      readonly type: "key";
      readonly in: KeyPlace;
      readonly name: string;
      readonly value: string;
    }
  | {
      readonly type: "clientCredentials";
      /** A path below the base address, or an absolute address of the same origin. */
      readonly tokenPath: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string | undefined;
    }
  | {
      /** A request with a JSON body, whose answer contains a bearer token. */
      readonly type: "login";
      readonly path: string;
      readonly body: Readonly<Record<string, unknown>>;
      /** JSON Pointer to the token in the answer; by default the first member named like a token. */
      readonly tokenPointer?: string | undefined;
    }
  | {
      /** RFC 6749 §6. An answer with another refresh token replaces this one. */
      readonly type: "refreshToken";
      readonly tokenPath: string;
      readonly clientId?: string | undefined;
      readonly tokens: {
        readonly refreshToken: string;
        readonly clientSecret?: string | undefined;
      };
    }
  | {
      /** An HTML form, whose answer sets the cookie of a session. */
      readonly type: "form";
      /** The page with the form. */
      readonly path: string;
      /** The values of its fields; hidden fields keep those of the page. */
      readonly fields: Readonly<Record<string, string>>;
    }
  | {
      /** Shown while the connection is made (RFC 8446 §4.4.2). Both are PEM. */
      readonly type: "clientCertificate";
      readonly certificate: string;
      readonly key: string;
    }
  | {
      /** A case of a suite that extracts a bearer token into a variable. */
      readonly type: "suiteCase";
      /** The suite: its id in a service, or the path of its file. */
      readonly suiteId: string;
      readonly caseName: string;
      readonly variable: string;
      /** Values of this identity, such as its password. They precede those of the suite. */
      readonly variables?: Readonly<Record<string, string>> | null | undefined;
    };

/** Somebody whom the target knows. */
export interface Identity {
  readonly name: string;
  /** The words of the target for what this identity is, such as `customer`. */
  readonly role: string | null;
  /** The higher, the more it may do. Identities of the same rank are peers. */
  readonly rank: number;
  readonly auth: Authentication;
}
