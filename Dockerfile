# Lintel: the server, its operator's command `lintel-server` and the command `lintel`.
# `npm run image:check` holds this file to rules, `npm run image:replay` carries it out without an engine;
# for the latter, RUN steps name no absolute path.

FROM node:24.21.0-trixie-slim AS source
WORKDIR /lintel
COPY package.json package-lock.json LICENSE ./
COPY packages packages

FROM source AS bundles
COPY apps/cli apps/cli
COPY apps/server apps/server
COPY tools/build-cli.ts tools/build-server.ts tools/require-node.cjs tools/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
RUN npm run build

FROM source AS app
COPY tsconfig.json ./
COPY apps/web apps/web
COPY apps/server/src/web-build apps/server/src/web-build
COPY tools/build-web.ts tools/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --workspace=@lintel/web
RUN node tools/build-web.ts

FROM source AS server
COPY apps/server/package.json apps/server/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --omit=optional --workspace=@lintel/server
# Browsers are served one of the forms that Mermaid comes in; the others are most of its size.
RUN find node_modules/mermaid/dist -type f '(' -name '*.map' -o -path '*/mermaid.esm/*' -o -path '*/mermaid.core/*' -o -name mermaid.js -o -name mermaid.min.js ')' -delete
COPY --from=bundles /lintel/dist dist
COPY --from=app /lintel/dist/web dist/web
RUN mkdir bin \
  && ln -s ../dist/server/lintel-server.mjs bin/lintel-server \
  && ln -s ../dist/lintel.mjs bin/lintel

# Where the image runs nothing can be written: what a start compiles is kept here, by a start. Node keeps
# it apart by user, so that another one than the image's starts slower.
FROM server AS compiled
RUN mkdir -m 0777 dist/.cache
USER 1000:1000
RUN LINTEL_DATA=$(mktemp -d) node dist/server/lintel-server.mjs admin org create \
  --name Warm --slug warm --owner-email warm@example.com --owner-name Warm

# The server refuses a data folder that others can open; an empty volume takes mode and owner from here.
FROM source AS volumes
RUN mkdir volumes && mkdir -m 0700 volumes/data

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Lintel" \
      org.opencontainers.image.description="Design, document, test and secure HTTP APIs on your own machine." \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /lintel
COPY --from=server /lintel ./
# Readable by all, writable by none: what lies there is run.
COPY --from=compiled --chmod=0555 /lintel/dist/.cache dist/.cache
COPY --from=volumes --chown=1000:1000 /lintel/volumes /
ENV NODE_ENV=production \
    PATH=/lintel/bin:$PATH \
    LINTEL_DATA=/data \
    LINTEL_HOST=0.0.0.0 \
    LINTEL_PORT=4000
USER 1000:1000
VOLUME /data
EXPOSE 4000 4001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.LINTEL_PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["lintel-server"]
CMD ["serve"]
