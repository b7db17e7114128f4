import { House, PenLine, Send, type LucideIcon } from "lucide-react";
import type { Permission } from "@lintel/contract/words/permissions";

/** A place of the sidebar. A new page adds one line. */
export interface Section {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly to: "/$org/$project/specs" | "/$org/$project/try" | "/$org";
  /** After `g`. */
  readonly key: string;
  readonly permission: Permission | null;
}

export const homeSection: Section = {
  name: "Home",
  icon: House,
  to: "/$org",
  key: "h",
  permission: null,
};

/** The sections of a project, in the order of the sidebar. */
export const projectSections: readonly Section[] = [
  { name: "Design", icon: PenLine, to: "/$org/$project/specs", key: "d", permission: "specs:read" },
  { name: "Try", icon: Send, to: "/$org/$project/try", key: "t", permission: "tests:read" },
];
