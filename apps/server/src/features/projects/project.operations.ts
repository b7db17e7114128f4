import * as declared from "@lintel/contract/operations/project";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addProject,
  changeProject,
  listVisibleProjects,
  readProject,
  removeProject,
} from "./project.service.ts";

export function projectOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listProjects, (context, input) => listVisibleProjects(context, input)),
    implement(declared.createProject, (context, input) => addProject(platform, context, input)),
    implement(declared.getProject, (context) => readProject(context)),
    implement(declared.updateProject, (context, input) => changeProject(context, input)),
    implement(declared.deleteProject, (context) => removeProject(context)),
  ];
}
