import type { FastifyInstance } from "fastify";
import { createBookshop } from "../bookshop.ts";
import type { BookshopOptions } from "../bookshop.ts";
import {
  demoCustomers,
  demoOauthClientId,
  demoOauthClientSecret,
} from "../store/demo-credentials.ts";
import { createDocumentedClient } from "./documented-client.ts";
import type { DocumentedClient } from "./documented-client.ts";

export type Headers = Record<string, string>;

/** A separate shop for one test, closed when its scope ends. */
export interface OpenBookshop extends DocumentedClient, AsyncDisposable {
  app: FastifyInstance;
  logIn: (name: keyof typeof demoCustomers) => Promise<Headers>;
  getClientToken: (scope: string) => Promise<Headers>;
}

export const demoAddress = {
  name: "Dora Reader",
  street: "1 Library Lane",
  city: "Booktown",
  postalCode: "12345",
  country: "DE",
};

export const formHeaders: Headers = { "content-type": "application/x-www-form-urlencoded" };

export function openBookshop(options: BookshopOptions = {}): OpenBookshop {
  const app = createBookshop(options);
  const client = createDocumentedClient(app);
  return {
    ...client,
    app,
    async logIn(name) {
      const { email, password } = demoCustomers[name];
      const response = await client.send("logIn", { body: { email, password } });
      return { authorization: `Bearer ${response.json<{ accessToken: string }>().accessToken}` };
    },
    async getClientToken(scope) {
      const form = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: demoOauthClientId,
        client_secret: demoOauthClientSecret,
        scope,
      });
      const body = form.toString();
      const response = await client.send("issueToken", { body, headers: formHeaders });
      return { authorization: `Bearer ${response.json<{ access_token: string }>().access_token}` };
    },
    [Symbol.asyncDispose]: async () => {
      await app.close();
    },
  };
}
