import { base } from "../api/place.ts";
import styles from "./route-states.module.css";

export function NoOrganization() {
  return (
    <main className={styles["state"]} id="content">
      <h1>No organization</h1>
      <p>You belong to no organization. Ask an admin of one for an invitation.</p>
      <a href={`${base}/account`}>Your account</a>
    </main>
  );
}
