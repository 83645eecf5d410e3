# The whole service, or one of its roles: `docker build -t pdf-to-markdown .`
# The base needs Node 26 with npm, and util-linux (setpriv, prlimit), as Debian's minimal system has.
ARG BASE=docker.io/library/node:26-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base brings Node, so the one from npm goes, and so do tables, builds and sources that nothing loads.
RUN npm ci --omit=dev --omit=peer \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node \
           node_modules/@tesseract.js-data/*/4.0.0 node_modules/pdfjs-dist/legacy node_modules/effect/src \
 && find node_modules -name '*.map' -delete
COPY tsconfig.json ./
COPY migrations migrations
COPY schema schema
COPY src src
COPY layers layers
COPY docs docs
RUN node layers/main/build.ts

FROM ${BASE}
ARG COMMIT=
ENV NODE_ENV=production DATA_DIR=/data COMMIT=${COMMIT}
WORKDIR /app
COPY --from=build /app /app
# PostgreSQL wants its user to have a name
RUN (getent passwd 1000 || useradd --uid 1000 --user-group node) && mkdir -p /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD \
  ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM drains: give it DRAIN_SECONDS and a little more (`docker stop -t 40`).
ENTRYPOINT ["node", "layers/main/service.js"]
