import { expect } from "vitest";
import { makeMember, type MadeMember } from "../../testing/factories.ts";
import type { ResponseBody, TestRequest, TestResponse } from "../../testing/request.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "../specs/spec.testing.ts";

type Method = Exclude<TestRequest["method"], "HEAD" | "OPTIONS">;

/** A project with an owner and a member of each other role. */
export interface EndpointScene extends SpecScene {
  readonly admin: MadeMember;
  readonly member: MadeMember;
  readonly viewer: MadeMember;
}

export async function openEndpointScene(
  options: Parameters<typeof openSpecScene>[0] = {},
): Promise<EndpointScene> {
  const scene = await openSpecScene(options);
  const { testApp, organization } = scene;
  return {
    ...scene,
    admin: await makeMember(testApp, organization, "admin"),
    member: await makeMember(testApp, organization, "member"),
    viewer: await makeMember(testApp, organization, "viewer"),
  };
}

/** A draft that a test edits with a member's key unless another is given. */
export interface Draft extends MadeSpec {
  /** Below the specification. */
  ofSpec(method: Method, path: string, body?: unknown, key?: string): Promise<TestResponse>;
  /** Below the version. */
  send(method: Method, path: string, body?: unknown, key?: string): Promise<TestResponse>;
  /** Makes an endpoint, and fails if it is refused. */
  add(target: string, fields?: object): Promise<ResponseBody>;
  /** Replaces an endpoint. Omitted fields keep their target and version. */
  put(endpoint: ResponseBody, fields: object, key?: string): Promise<TestResponse>;
  /** One endpoint with its parts. */
  read(id: unknown): Promise<ResponseBody>;
  /** The endpoints of the version, as `get /path`, in their order. */
  targets(): Promise<string[]>;
  /** The exported document. */
  document(): Promise<ResponseBody>;
}

let made = 0;

/** A specification of a document, which is empty by default. */
export async function openDraft(
  scene: EndpointScene,
  content: { readonly openapi?: string; readonly [member: string]: unknown } = {},
): Promise<Draft> {
  made += 1;
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1.0.0" }, ...content };
  const spec = await importText(scene, JSON.stringify(document), { name: `Shop ${made}` });
  return openDraftOf(scene, spec);
}

export function openDraftOf(scene: EndpointScene, spec: MadeSpec): Draft {
  const { specId, versionId } = spec;
  const version = `/versions/${versionId}`;
  const ofSpec: Draft["ofSpec"] = (method, path, body, key = scene.member.key) =>
    scene.send(method, `/${specId}${path}`, body, key);
  return {
    ...spec,
    ofSpec,
    send: (method, path, body, key) => ofSpec(method, version + path, body, key),
    async add(target, fields = {}) {
      const [method, path] = target.split(" ");
      const answer = await ofSpec("POST", `${version}/endpoints`, { method, path, ...fields });
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    },
    put(endpoint, fields, key) {
      const { id, method, path, rowVersion } = endpoint;
      const body = { method, path, rowVersion, ...fields };
      return ofSpec("PUT", `${version}/endpoints/${String(id)}`, body, key);
    },
    async read(id) {
      const answer = await ofSpec("GET", `/endpoint?endpointId=${String(id)}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
    async targets() {
      const { body } = await ofSpec("GET", `/endpoints?versionId=${versionId}&take=100`);
      return listOf(body["items"]).map(
        (each) => `${String(each["method"])} ${String(each["path"])}`,
      );
    },
    async document() {
      const answer = await ofSpec("GET", `${version}/document`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
  };
}

/** A member of an answer that is a list. */
export const listOf = (body: ResponseBody | undefined): ResponseBody[] =>
  (body ?? []) as unknown as ResponseBody[];

/** Status and code of an answer. */
export const outcomeOf = ({ status, body }: TestResponse): unknown[] =>
  status < 400 ? [status] : [status, body["code"]];

/** The warnings of an answer, each as its code and fields. */
export const warningsOf = (body: ResponseBody): unknown[] =>
  listOf(body["warnings"]).map(({ code, fields }) => [code, fields]);

/** The parameters of an endpoint, as `path id`. */
export const parametersOf = (endpoint: ResponseBody): string[] =>
  listOf(endpoint["parameters"]).map(
    ({ location, name, ref }) => `${String(location ?? "ref")} ${String(name ?? ref)}`,
  );
