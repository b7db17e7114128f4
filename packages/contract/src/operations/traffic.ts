import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { idOf } from "../shapes/design.ts";
import { EnvironmentRoute, routeFields } from "../shapes/route.ts";
import { TrafficRules } from "../shapes/traffic.ts";

const group = "Traffic";
const base = "/api/projects/{projectId}";
const ofEnvironment = `${base}/environments/{environmentId}/route`;
const environmentId = idOf("The environment.");

export const getEnvironmentRoute = operation({
  name: "getEnvironmentRoute",
  title: "Read the route of an environment",
  summary:
    "Show where calls for an environment arrive at a gateway, and what they are held against.",
  group,
  permission: "projects:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: ofEnvironment },
  input: { environmentId },
  output: EnvironmentRoute,
  problems: [],
});

export const setEnvironmentRoute = operation({
  name: "setEnvironmentRoute",
  title: "Set the route of an environment",
  summary:
    "Say where calls for an environment arrive at a gateway, where they are sent, and which published specifications they are held against. Omitted fields get their defaults.",
  group,
  permission: "projects:manage",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "environment.updated",
  rest: { method: "PUT", path: ofEnvironment },
  input: { environmentId, ...routeFields },
  output: EnvironmentRoute,
  problems: ["NAME_TAKEN"],
});

export const getTrafficRules = operation({
  name: "getTrafficRules",
  title: "Read the traffic rules",
  summary:
    "Return every published operation with the plans that end it: what a gateway or a proxy does with its calls. Without an environment, of all published versions of the project.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/traffic-rules` },
  input: {
    environmentId: Type.Optional(idOf("The environment whose route is used.")),
    onlyPlanned: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether to leave out operations without a plan.",
      }),
    ),
  },
  output: TrafficRules,
  problems: [],
});
