import type { Output } from "../api/api.ts";

export type VersionTree = Output<"getVersionTree">;
export type TreeEndpoint = VersionTree["endpoints"][number];
export type TreeFolder = VersionTree["folders"][number];
