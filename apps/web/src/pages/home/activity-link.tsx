import { Link } from "@tanstack/react-router";
import { useOrganization } from "../../api/scope.ts";
import { findPlace } from "../../api/subject-place.ts";
import { nameNoun } from "../../parts/subject-noun.ts";
import type { Activity } from "./activity-words.ts";

/** The name of what changed, as a link to it; what was deleted has no name. */
export function ActivityLink({ activity: { subject, project, data } }: { activity: Activity }) {
  const { organization } = useOrganization();
  const place = { org: organization.slug, project: project.slug };
  if (subject.name === null && subject.type === "project")
    return (
      <Link to="/$org/$project" params={place}>
        {project.name}
      </Link>
    );
  if (subject.name === null) return <span>{nameNoun(subject.type)}</span>;
  return <Link {...findPlace({ ...subject, data }, place)}>{subject.name}</Link>;
}
