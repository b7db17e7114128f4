import styles from "./portal-link.module.css";

/** The address of a version in the portal, by its path. */
export function PortalLink({ url }: { readonly url: string }) {
  return (
    <a className={styles["link"]} href={url} target="_blank" rel="noreferrer">
      {new URL(url, location.href).pathname}
    </a>
  );
}
