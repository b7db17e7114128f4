import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Item } from "../api/api.ts";
import { useApi, useOrganization } from "../api/scope.ts";
import { makeEntry, type PaletteEntry } from "./make-entry.ts";
import { useShownProject } from "./use-shown-project.ts";

/** The server is asked once the person stops typing for so long. */
const pauseMs = 250;
const minLength = 2;
/** The project of the page and the first others: every search asks each of them. */
const maxProjects = 4;
const maxSpecs = 8;
const take = 5;

type Project = Item<"listProjects">;

/** What the server finds in the projects of the organization. While it searches, there is nothing yet. */
export function useFoundEntries(text: string): readonly PaletteEntry[] {
  const query = useSettled(text.trim());
  const isAsked = query.length >= minLength && !query.startsWith(">") && query.length <= 200;
  const projects = useSearchedProjects();
  const asked = isAsked ? projects : [];
  return [
    ...useFoundSuites(asked, query),
    ...useFoundInSpecs(asked, query),
    ...useFoundDocs(asked, query),
    ...useFoundFindings(asked, query),
  ];
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function useSearchedProjects(): readonly Project[] {
  const shown = useShownProject();
  const { data: all = [] } = useQuery(useApi().list("listProjects", {}));
  return [
    ...all.filter(({ id }) => id === shown?.id),
    ...all.filter(({ id }) => id !== shown?.id),
  ].slice(0, maxProjects);
}

function useFoundSuites(projects: readonly Project[], query: string): readonly PaletteEntry[] {
  const api = useApi();
  const go = useGo();
  const read = useQueries({
    queries: projects.map(({ id }) => api.list("listSuites", { projectId: id })),
  });
  return projects.flatMap((project, at) =>
    (read[at]?.data ?? [])
      .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
      .slice(0, take)
      .map(({ id, name }) =>
        makeEntry(id, name, `Suite in ${project.name}`, go(project, `suites/${id}`)),
      ),
  );
}

function useFoundInSpecs(projects: readonly Project[], query: string): readonly PaletteEntry[] {
  const api = useApi();
  const go = useGo();
  const lists = useQueries({
    queries: projects.map(({ id }) => api.list("listSpecs", { projectId: id })),
  });
  const all = projects.flatMap((project, at) =>
    (lists[at]?.data ?? []).map((spec) => ({ project, spec })),
  );
  const specs = all.slice(0, maxSpecs);
  const found = useQueries({
    queries: specs.map(({ project, spec }) =>
      api.query("searchSpec", { projectId: project.id, specId: spec.id, query, take }),
    ),
  });
  const named = all
    .filter(({ spec }) => spec.name.toLowerCase().includes(query.toLowerCase()))
    .map(({ project, spec }) =>
      makeEntry(
        spec.id,
        spec.name,
        `Specification in ${project.name}`,
        go(project, `specs/${spec.id}/${spec.newestVersionId}`),
      ),
    );
  const inside = specs.flatMap(({ project, spec }, at) =>
    (found[at]?.data?.items ?? []).map((item) => {
      const place = `specs/${spec.id}/${spec.newestVersionId}${placeOf(item)}`;
      return makeEntry(
        item.id,
        item.title,
        `${kinds[item.kind]} in ${spec.name}`,
        go(project, place),
      );
    }),
  );
  return [...named, ...inside];
}

type SpecFind = Item<"searchSpec">;

const kinds: Readonly<Record<SpecFind["kind"], string>> = {
  endpoint: "Endpoint",
  component: "Component",
  parameter: "Parameter",
  response: "Response",
  requestBody: "Body",
  folder: "Folder",
  tag: "Tag",
};

function placeOf({ kind, id, endpointId }: SpecFind): string {
  if (endpointId !== null) return `/endpoints/${endpointId}`;
  if (kind === "component") return `/components/${id}`;
  return kind === "tag" ? "/tags" : "";
}

function useFoundDocs(projects: readonly Project[], query: string): readonly PaletteEntry[] {
  const api = useApi();
  const go = useGo();
  const found = useQueries({
    queries: projects.map(({ id }) => api.query("searchDocs", { projectId: id, query, take })),
  });
  return projects.flatMap((project, at) =>
    (found[at]?.data?.items ?? [])
      .filter(({ pageId }) => pageId !== null)
      .map(({ docId, versionId, pageId, title }) =>
        makeEntry(
          `${pageId}`,
          title,
          `Page in ${project.name}`,
          go(project, `docs/${docId}/${versionId}/pages/${pageId}`),
        ),
      ),
  );
}

function useFoundFindings(projects: readonly Project[], query: string): readonly PaletteEntry[] {
  const api = useApi();
  const go = useGo();
  const found = useQueries({
    queries: projects.map(({ id }) =>
      api.query("listFindings", { projectId: id, search: query, take }),
    ),
  });
  return projects.flatMap((project, at) =>
    (found[at]?.data?.items ?? []).map(({ id, title }) =>
      makeEntry(id, title, `Finding in ${project.name}`, go(project, `findings/${id}`)),
    ),
  );
}

/** Opens a page of a project. */
function useGo() {
  const { organization } = useOrganization();
  const navigate = useNavigate();
  return (project: Project, place: string) => () =>
    void navigate({ to: `/${organization.slug}/${project.slug}/${place}` });
}
