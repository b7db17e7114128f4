import type { FastifyReply } from "fastify";
import { Problem } from "../../platform/problem.ts";
import { waitOf } from "../rest/send-problem.ts";

/** What a page says of a refusal, which also says when to try again; anything else is thrown again. */
export function explain(
  error: unknown,
  reply: FastifyReply,
): { readonly message: string; readonly status: number } {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const wait = waitOf(error);
  if (wait !== null) reply.header("retry-after", wait);
  const errors = error.members["errors"];
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const { field, message } = (first ?? {}) as { field?: string; message?: string };
  return field === undefined || message === undefined
    ? { message: error.detail, status: error.status }
    : { message: `${labels[field] ?? field}: ${message}`, status: error.status };
}

const labels: Readonly<Record<string, string>> = {
  organizationName: "Organization",
  slug: "Organization",
  email: "E-mail address",
  name: "Name",
  password: "Password",
  response: "Passkey",
  currentPassword: "Present password",
};
