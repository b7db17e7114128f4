import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Email } from "../shapes/account.ts";
import { Name, record, Slug } from "../shapes/common.ts";
import { browser, Password, SessionTokens } from "./session.ts";

const group = "Set-up";

export const makeSetupCode = operation({
  name: "makeSetupCode",
  title: "Make a link for set-up",
  summary: "Returns a link that creates the first organization of the region, valid for a day.",
  group,
  permission: "operator",
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  admin: { command: "org set-up-link" },
  input: {},
  output: record({ link: Type.String() }),
  problems: ["SETUP_DONE"],
});

export const setUp = operation({
  name: "setUp",
  title: "Set up the region",
  summary: "Creates the first organization with its owner, who is then signed in.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "organization.created",
  input: {
    code: Type.String({ maxLength: 200 }),
    organizationName: Name,
    slug: Slug,
    email: Email,
    name: Name,
    password: Password,
    ...browser,
  },
  output: SessionTokens,
  problems: ["CODE_INVALID", "SETUP_DONE", "NAME_TAKEN"],
});
