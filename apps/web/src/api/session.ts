import { ownApi, type Output } from "./api.ts";

export type Session = Output<"getSession">;
export type MemberOrganization = Session["organizations"][number];

/** Who is signed in, and the organizations that they belong to. */
export const sessionQuery = ownApi.query("getSession", {});
