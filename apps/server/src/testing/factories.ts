import { randomBytes } from "node:crypto";
import { operations, type OperationName, type Operations } from "@lintel/contract/catalog";
import type { Role } from "@lintel/contract/words/permissions";
import type { CallOf, OutputOf } from "@lintel/contract/operation";
import type { Plan } from "@lintel/contract/words/plans";
import type { Grant } from "@lintel/contract/shapes/account";
import { createOperator } from "../platform/credentials/operator.ts";
import type { TestApp } from "./test-app.ts";

export interface MadeMember {
  readonly userId: string;
  readonly email: string;
  /** A key with full access. */
  readonly key: string;
}

export interface MadeOrganization {
  readonly id: string;
  readonly slug: string;
  readonly region: "eu" | "us";
  readonly owner: MadeMember;
}

/** Calls an operation as the operator does, through the kernel. */
export async function callAsOperator<Name extends OperationName>(
  testApp: TestApp,
  region: "eu" | "us",
  organizationId: string | null,
  name: Name,
  fields: CallOf<Operations[Name]>,
): Promise<OutputOf<Operations[Name]>> {
  const call = {
    operation: operations[name],
    requestId: "test",
    evidence: { principal: createOperator("tester") },
    organizationId,
  };
  const outcome = await testApp.cells[region].kernel.callWithFields(
    call,
    fields as Record<string, unknown>,
  );
  return (await outcome.output) as OutputOf<Operations[Name]>;
}

/** A new organization, with an owner who has a key. */
export async function makeOrganization(
  testApp: TestApp,
  options: { region?: "eu" | "us"; plan?: Plan } = {},
): Promise<MadeOrganization> {
  const { region = "eu", plan = "pro" } = options;
  const tag = randomBytes(6).toString("hex");
  const email = `owner-${tag}@example.com`;
  const made = await callAsOperator(testApp, region, null, "createOrganization", {
    name: `Organization ${tag}`,
    slug: `org-${tag}`,
    plan,
    ownerEmail: email,
    ownerName: "Olive Owner",
  });
  const place = { id: made.organization.id, slug: made.organization.slug, region };
  const key = await makeKey(testApp, place, made.ownerUserId);
  return { ...place, owner: { userId: made.ownerUserId, email, key } };
}

type Place = Pick<MadeOrganization, "id" | "region">;

/** A member with a role and a key with full access. */
export async function makeMember(
  testApp: TestApp,
  organization: Place,
  role: Role,
): Promise<MadeMember> {
  const email = `${role}-${randomBytes(6).toString("hex")}@example.com`;
  const { region, id } = organization;
  const member = await callAsOperator(testApp, region, id, "addMember", {
    email,
    name: `The ${role}`,
    role,
  });
  return { userId: member.userId, email, key: await makeKey(testApp, organization, member.userId) };
}

/** A key: full unless permissions are given. Returns its value. */
export async function makeKey(
  testApp: TestApp,
  organization: Place,
  userId: string,
  permissions?: readonly Grant[],
): Promise<string> {
  const made = await callAsOperator(testApp, organization.region, organization.id, "createApiKey", {
    name: "test key",
    userId,
    ...(permissions === undefined
      ? {}
      : { access: "scoped" as const, permissions: [...permissions] }),
  });
  return made.key;
}

/** A project without anything in it. */
export async function makeProject(
  testApp: TestApp,
  organization: Place,
  name?: string,
): Promise<string> {
  const project = await callAsOperator(
    testApp,
    organization.region,
    organization.id,
    "createProject",
    {
      name: name ?? `Project ${randomBytes(6).toString("hex")}`,
    },
  );
  return project.id;
}
