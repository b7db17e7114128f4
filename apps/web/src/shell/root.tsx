import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { hearKeys } from "../keys/shortcuts.ts";
import { Toasts } from "../parts/toast.tsx";
import { SessionEnd } from "./session-end.tsx";

/** What is there on every page. */
export function Root() {
  useEffect(hearKeys, []);
  return (
    <>
      <Outlet />
      <SessionEnd />
      <Toasts />
    </>
  );
}
