import { useQuery } from "@tanstack/react-query";
import { projectRoleNames, roleAllows, type ProjectRole } from "@lintel/contract/words/permissions";
import { useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { nameRole } from "../roles.ts";
import styles from "../settings.module.css";
import type { Member } from "./member.types.ts";

const stale = ["listMembers", "getMember", "listProjects", "listProjectRoles"] as const;
type Choice = ProjectRole | "same";

/** The role of a member in each project: that of the organization, unless another is set. */
export function ProjectRoles({ member }: { readonly member: Member }) {
  const { api, organization } = useOrganization();
  const projects = useQuery(api.list("listProjects", {}));
  const set = useChange(api, "setProjectRole", stale);
  const clear = useChange(api, "clearProjectRole", stale);
  const { userId } = member;
  const choose = (projectId: string, role: Choice) =>
    role === "same" ? clear.mutate({ projectId, userId }) : set.mutate({ projectId, userId, role });
  return (
    <QueryView query={projects}>
      {(all) => (
        <>
          <Refusal error={set.error ?? clear.error} />
          <ul className={styles["items"]}>
            {all.map(({ id, name, role }) => {
              const own = member.projectRoles.find(({ projectId }) => projectId === id)?.role;
              const current: Choice = own ?? "same";
              const mayChange = roleAllows(role ?? organization.role, "projects:manage");
              return (
                <li key={id}>
                  <span className={styles["grow"]}>{name}</span>
                  {mayChange ? (
                    <Select
                      label={`Role in ${name}`}
                      isBare
                      value={current}
                      choices={choices(member.role)}
                      onChange={(next) => choose(id, next)}
                    />
                  ) : (
                    <span>{nameProjectRole(current, member.role)}</span>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </QueryView>
  );
}

const choices = (role: string) =>
  (["same", ...projectRoleNames] as const).map((value) => ({
    value,
    name: nameProjectRole(value, role),
  }));

function nameProjectRole(choice: Choice, role: string): string {
  if (choice === "same") return `As in the organization (${nameRole(role)})`;
  return choice === "none" ? "No access" : nameRole(choice);
}
