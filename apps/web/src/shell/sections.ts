import {
  BookText,
  FlaskConical,
  Hourglass,
  House,
  PenLine,
  Send,
  Shield,
  type LucideIcon,
} from "lucide-react";
import type { Permission } from "@lintel/contract/words/permissions";

/** A place of the sidebar. A new page adds one line. */
export interface Section {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly to:
    | "/$org/$project/specs"
    | "/$org/$project/try"
    | "/$org/$project/docs"
    | "/$org/$project/findings"
    | "/$org/$project/deprecations"
    | "/$org/$project/suites"
    | "/$org";
  /** What else belongs to it: the parts of addresses after the project. */
  readonly also?: readonly string[];
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
  {
    name: "Tests",
    icon: FlaskConical,
    to: "/$org/$project/suites",
    key: "r",
    permission: "tests:read",
    also: ["runs", "environments"],
  },
  { name: "Docs", icon: BookText, to: "/$org/$project/docs", key: "o", permission: "docs:read" },
  {
    name: "Security",
    icon: Shield,
    to: "/$org/$project/findings",
    also: ["scans", "scan-profiles"],
    key: "s",
    permission: "security:read",
  },
  {
    name: "Deprecations",
    icon: Hourglass,
    to: "/$org/$project/deprecations",
    key: "p",
    permission: "specs:read",
  },
];
