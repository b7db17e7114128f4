import { TemplateError } from "./template-error.ts";

/** For places outside of requests: a verdict must not tell what a secret is. */
export function refuseSecret(name: string): never {
  throw new TemplateError(`{{${name}}} is a secret, which resolves only in requests`);
}
