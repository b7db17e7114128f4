import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { base } from "../../api/place.ts";
import { placeItems } from "./doc-lines.ts";
import { useDocImages } from "./use-doc-images.ts";
import { useDocPlace, useDocTree } from "./use-doc.ts";
import styles from "./page-preview.module.css";

interface FrameMessage {
  readonly kind: "ready" | "image" | "link";
  readonly address?: unknown;
}

export interface PagePreviewProps {
  /** As `renderDocPage` returns it. */
  readonly html: string;
}

/**
 * A page as the portal shows it, in a frame with an opaque origin that loads nothing. The frame asks for images of the
 * version, and says which link was clicked.
 */
export function PagePreview({ html }: PagePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const readImage = useDocImages();
  const openLink = useOpenLink();
  const latest = useRef({ html, readImage, openLink });
  const send = (message: object) => frame.current?.contentWindow?.postMessage(message, "*");
  useEffect(() => {
    latest.current = { html, readImage, openLink };
  });
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<FrameMessage>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const address = String(data.address);
      if (data.kind === "ready") {
        send({ kind: "theme", theme: themeNow() });
        send({ kind: "show", html: latest.current.html });
      }
      if (data.kind === "link") latest.current.openLink(address);
      if (data.kind === "image")
        void latest.current
          .readImage(address)
          .then((found) => found !== null && send({ kind: "image", address, data: found }));
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, []);
  useEffect(() => {
    send({ kind: "show", html });
  }, [html]);
  useEffect(() => {
    const observer = new MutationObserver(() => send({ kind: "theme", theme: themeNow() }));
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
  return (
    <iframe
      ref={frame}
      title="Preview"
      className={styles["frame"]}
      sandbox="allow-scripts"
      src={`${base}/_app/page-preview`}
    />
  );
}

function themeNow(): string {
  return document.documentElement.dataset["theme"] ?? "";
}

/** Opens the page of the version that a link names; sites in a tab of their own. */
function useOpenLink() {
  const { params } = useDocPlace();
  const { data: tree } = useDocTree();
  const navigate = useNavigate();
  return (address: string) => {
    if (/^https?:\/\//i.test(address)) return void open(address, "_blank", "noopener,noreferrer");
    if (!address.startsWith("/_base/")) return undefined;
    const path = readPath(address.slice("/_base/".length));
    const found = placeItems(tree?.items ?? []).find((each) => each.path === path);
    if (found?.item.type !== "page") return undefined;
    const to = "/$org/$project/docs/$doc/$version/pages/$page";
    return void navigate({ to, params: { ...params, page: found.item.id } });
  };
}

/** Without a fragment; an address that cannot be read has no page. */
function readPath(address: string): string {
  try {
    return decodeURIComponent(address.split("#", 1)[0] ?? "");
  } catch {
    return address;
  }
}
