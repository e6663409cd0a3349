/** The Dockerfile, CI and ignore files of a new project. Pure. */
import type { ProjectChoice } from './project-files.ts'

export function dockerfile({ dependencies: { folder } }: ProjectChoice): string {
  const vendored = folder === undefined ? '' : `COPY ${folder} ./${folder}\n`
  return `FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
${vendored}RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# By number, so that Kubernetes can see that it is not root.
USER 1000
CMD ["node", "--max-semi-space-size=4", "--enable-source-maps", "dist/main.js"]
`
}

export const dockerignore = `.env*
.git
.kubewright
dist
node_modules
`

export const gitignore = `.env*
.kubewright/
dist/
node_modules/
`

export const workflow = `name: CI
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0 # definitions are compared with those before the change
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npx tsc --noEmit
      - run: npm run lint
      # Runs the tests, and checks definitions, permissions and generated files: also that the tests did nothing the role forbids.
      - run: npx kubewright check --since "$BEFORE" -- npm test
        env:
          BEFORE: \${{ github.event_name == 'pull_request' && format('origin/{0}', github.base_ref) || github.event.before }}
`
