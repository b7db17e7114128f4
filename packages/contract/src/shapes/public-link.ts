import Type, { type TProperties } from "typebox";
import { Id, nullable, record, Timestamp } from "./common.ts";

/** What every public link has, whatever it shows. */
export const publicLinkFields = {
  createdBy: Type.String({ description: "The name of the person or key." }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: nullable(Timestamp),
};

/** The record of a public link: its id, what it shows, and the fields of every link. */
export const publicLink = <T extends TProperties>(shown: T) =>
  record({ id: Id, ...shown, ...publicLinkFields });

/** A link as the answer to its creation has it, with the address that is not shown again. */
export const createdLink = <T extends TProperties>({ properties }: { readonly properties: T }) =>
  record({
    ...properties,
    address: Type.String({ description: "The address with its secret, which is not shown again." }),
  });

/** How long a link lasts, in days. */
export const linkLifetime = {
  expiresInDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: "After how many days the address ends.",
    }),
  ),
};
