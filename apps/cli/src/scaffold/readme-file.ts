/** The README of a new project. Pure. */
import type { ProjectChoice } from './project-files.ts'

export function readme({ name, image, names }: ProjectChoice): string {
  const { kind, file, controllerFile, plural, words } = names
  const singular = kind.toLowerCase()
  return `# ${name}

A Kubernetes operator in TypeScript, built with [Kubewright](https://github.com/kubewright/kubewright).

\`\`\`sh
npm install
npm test        # on a Kubernetes API server inside the test: nothing else has to be installed
\`\`\`

## What is where

| file | what it is |
|---|---|
| \`src/${file}.ts\` | the resource: its schema, from which types, CRD and validation follow |
| \`src/${controllerFile}.ts\` | its controller, and \`src/${controllerFile}.test.ts\` its test |
| \`src/operator.ts\` | what belongs to the operator; \`src/main.ts\` runs it |
| \`kubewright.config.ts\` | what the \`kubewright\` command knows about it |
| \`deploy/\`, \`docs/api/\` | generated: CRDs, permissions, manifests, reference |

## Commands

| command | what it does |
|---|---|
| \`npm start\` | runs the operator on the cluster that KUBECONFIG names |
| \`npm run dev\` | runs it on a cluster of its own, and again whenever a file changes |
| \`npm test\` | runs the tests |
| \`npm run generate\` | regenerates \`deploy/\` and \`docs/api/\`; run it after every change of a definition |
| \`npm run check\` | types, forgotten \`await\`s, definitions, breaking changes, permissions, stale files |
| \`npx kubewright add resource Kind\` | one more resource; also \`controller\` and \`webhook\` |

## Try it without a cluster

\`\`\`sh
npm run dev
\`\`\`

runs the operator on a cluster of its own, with the object in \`samples/${file}.yaml\` to work on. Save a file, and it restarts;
the cluster stays. In another terminal:

\`\`\`sh
export KUBECONFIG=$PWD/.kubewright/kubeconfig
kubectl get ${plural}
kubectl patch ${singular} first --type merge -p '{"spec":{"message":"good morning"}}'
kubectl get configmap first -o yaml
\`\`\`

## Install it

\`\`\`sh
docker build -t ${image} . && docker push ${image}
npm run generate
kubectl apply -f deploy/install.yaml   # or: kubectl apply -k deploy
\`\`\`

The image is named in \`kubewright.config.ts\`. Permissions in \`deploy/rbac.yaml\` follow from what controllers declare; whatever a
reconcile does beside that belongs into \`grants\` of the configuration. \`npx kubewright check -- npm test\` says which are missing and
which no test uses. Every ${words} is described in [docs/api/${plural}.md](docs/api/${plural}.md).
`
}
