import type { FastifyReply, FastifyRequest } from "fastify";
import { markup } from "@lintel/portal/html";
import { sendPage } from "./page-frame.ts";
import { pagePath } from "./page-path.ts";

const ofPrograms =
  /^\/+(?:us\/)?(?:api|scim|mcp|oauth|cli|schemas|_app|_pages|\.well-known)(?:\/|$)/;

/** Whether a person opened the address in a browser. */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && headers.accept?.includes("text/html") === true && !ofPrograms.test(url);
}

/** A page that says where to go on from an address without a page; undefined for programs. */
export function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (!wantsPage(request)) return undefined;
  // No route, so that the region of the request is not known.
  const region = /^\/us(?:\/|$)/.test(request.originalUrl) ? "us" : "eu";
  const account = pagePath({ region }, "/account");
  return sendPage(reply, {
    title: "Page not found",
    status: 404,
    body: markup`<p>The address has no page. Check it, or go on from one of these pages:</p>
      <ul>
        <li><a href="${account}">Your account</a></li>
        <li><a href="/">About this server</a></li>
      </ul>`,
  });
}
