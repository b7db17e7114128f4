import { randomBytes } from "node:crypto";
import { hashPassword, isPassword } from "../access/password.ts";
import {
  answerCreated,
  answerDone,
  answerOk,
  customerOperation,
  operation,
} from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { BookshopProblem } from "../http/problem.ts";
import { refuseTooMany } from "../http/request-limit.ts";
import type { Shop } from "../http/shop.ts";
import type { CustomerFields } from "../seams/seams.ts";
import type { Customer } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { removeCustomer } from "./customer-removal.ts";

interface CustomerInput extends CustomerFields {
  email: string;
  password: string;
  name: string;
}

interface LoginInput {
  email: string;
  password: string;
}

const tokenLifeSeconds = 3600;

export function customerHandlers(shop: Shop): Handlers {
  const { seams } = shop;
  return {
    registerCustomer: operation<{ body: CustomerInput }>(({ body }) => {
      const customer = registerCustomer(shop, body);
      return answerCreated(
        "/customers/me",
        seams.presentNewCustomer(customer, seams.presentCustomer),
      );
    }),
    logIn: operation<{ body: LoginInput }>(({ body, address }) => {
      const customer = checkLogin(shop, body, address);
      const iat = Math.floor(shop.readNow().getTime() / 1000);
      const claims = {
        sub: `customer:${customer.id}`,
        scope: "",
        iat,
        exp: iat + tokenLifeSeconds,
      };
      const accessToken = seams.signToken(seams.writeClaims(claims, customer), shop.tokenKeys);
      return answerOk(
        { accessToken, tokenType: "Bearer", expiresInSeconds: tokenLifeSeconds },
        { "set-cookie": seams.writeSessionCookie(accessToken) },
      );
    }),
    returnFromSignIn: operation<{ query: { to: string } }>(({ query }) => ({
      status: 302,
      headers: { location: seams.findReturnPath(query.to) },
    })),
    getMe: customerOperation((_call, customer) => answerOk(seams.presentCustomer(customer))),
    updateMe: customerOperation<{ body: CustomerFields }>(({ body }, customer) => {
      seams.fillCustomer(customer, body);
      if (body.password !== undefined) setPassword(customer, body.password);
      return answerOk(seams.presentCustomer(customer));
    }),
    deleteMe: customerOperation((_call, customer) => {
      removeCustomer(shop, customer);
      return answerDone();
    }),
  };
}

function registerCustomer({ store, seams, readNow }: Shop, input: CustomerInput): Customer {
  const email = input.email.toLowerCase();
  if (findByEmail(store, email)) {
    throw new BookshopProblem("EMAIL_TAKEN", `${email} is registered already.`);
  }
  const customer = store.customers.add({
    email,
    name: input.name,
    role: "customer",
    passwordSalt: "",
    passwordHash: "",
    createdAt: readNow().toISOString(),
  });
  seams.fillCustomer(customer, { ...input, email } as CustomerFields);
  setPassword(customer, input.password);
  return customer;
}

function setPassword(customer: Customer, password: string): void {
  customer.passwordSalt = randomBytes(16).toString("hex");
  customer.passwordHash = hashPassword(password, customer.passwordSalt);
}

function findByEmail(store: Store, email: string): Customer | undefined {
  return [...store.customers.rows.values()].find((customer) => customer.email === email);
}

/** @throws BookshopProblem LOGIN_FAILED or RATE_LIMITED */
function checkLogin(shop: Shop, input: LoginInput, address: string): Customer {
  const email = input.email.toLowerCase();
  const key = `${address} ${email}`;
  const { failedLogins, limits } = shop;
  if (failedLogins.read(key) >= limits.failedLoginsPerMinute) {
    throw refuseTooMany("Too many failed logins for this address.", failedLogins.secondsLeft());
  }
  const customer = findByEmail(shop.store, email);
  // An unknown address costs the same work, so that the time does not reveal whether it exists.
  const { passwordSalt, passwordHash } = customer ?? { passwordSalt: "", passwordHash: "" };
  if (isPassword(input.password, passwordSalt, passwordHash) && customer) return customer;
  failedLogins.count(key);
  throw new BookshopProblem("LOGIN_FAILED", shop.seams.explainLogin(customer !== undefined), {
    headers: { "www-authenticate": 'Bearer realm="bookshop"' },
  });
}
