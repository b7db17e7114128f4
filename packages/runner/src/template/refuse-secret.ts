import { TemplateError } from "./template-error.ts";

/** For locations outside requests: a verdict must not reveal a secret. */
export function refuseSecret(name: string): never {
  throw new TemplateError(`{{${name}}} is a secret, which resolves only in requests`);
}
