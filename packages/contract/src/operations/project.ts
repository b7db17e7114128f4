import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Project } from "../shapes/account.ts";
import {
  Description,
  Name,
  nullable,
  page,
  pagingInput,
  RowVersion,
  Slug,
} from "../shapes/common.ts";

const group = "Projects";

export const listProjects = operation({
  name: "listProjects",
  title: "List projects",
  summary: "List all projects that your key has access to.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_projects", toolset: "core" },
  rest: { method: "GET", path: "/api/projects" },
  admin: { command: "project list", isOfOrganization: true },
  input: {
    name: Type.Optional(Type.String({ description: "Only the project of exactly this name." })),
    ...pagingInput,
  },
  output: page(Project),
  problems: [],
});

export const createProject = operation({
  name: "createProject",
  title: "Create a project",
  summary: "Make a new, empty project.",
  group,
  permission: "projects:manage",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "project.created",
  tool: { name: "create_project", toolset: "projects" },
  rest: { method: "POST", path: "/api/projects", status: 201, location: "/api/projects/{id}" },
  admin: { command: "project create" },
  input: {
    name: Name,
    slug: Type.Optional(Slug),
    description: Type.Optional(nullable(Description)),
  },
  output: Project,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN"],
});

export const getProject = operation({
  name: "getProject",
  title: "Read a project",
  summary: "Show a project, with your role in it.",
  group,
  permission: "projects:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_project", toolset: "projects" },
  rest: { method: "GET", path: "/api/projects/{projectId}" },
  admin: { command: "project show" },
  input: {},
  output: Project,
  problems: [],
});

export const updateProject = operation({
  name: "updateProject",
  title: "Change a project",
  summary: "Rename a project or change its description. Omitted fields are kept.",
  group,
  permission: "projects:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "project.updated",
  tool: { name: "update_project", toolset: "projects" },
  rest: { method: "PATCH", path: "/api/projects/{projectId}" },
  admin: { command: "project update" },
  input: {
    name: Type.Optional(Name),
    slug: Type.Optional(Slug),
    description: Type.Optional(nullable(Description)),
    rowVersion: RowVersion,
  },
  output: Project,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteProject = operation({
  name: "deleteProject",
  title: "Delete a project",
  summary: "Delete a project and everything in it.",
  group,
  permission: "projects:manage",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "project.deleted",
  rest: { method: "DELETE", path: "/api/projects/{projectId}" },
  admin: { command: "project delete" },
  input: {},
  output: null,
  problems: ["IN_USE"],
});
