interface Place {
  readonly specId: string;
  readonly versionId: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The data of every event of an endpoint. */
export const ofEndpoint = ({ specId, versionId, id, method, path }: Place) => ({
  subject: { type: "endpoint", id, name: `${method.toUpperCase()} ${path}` } as const,
  data: { specId, versionId },
});
