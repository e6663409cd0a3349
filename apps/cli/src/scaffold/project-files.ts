/** All files of a new project. Pure: the same answers always give the same files. */
import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes/core/v1'
import { leader } from '@kubewright/lease'
import { generatedFiles } from '../generate/generated-files.ts'
import type { OperatorConfig } from '../project/operator-config.ts'
import { describeOperator } from '../project/project-description.ts'
import { dockerfile, dockerignore, gitignore, workflow } from './pipeline-files.ts'
import { type Dependencies, oxlintrc, packageJson, pnpmWorkspace, tsconfig, tsconfigBuild } from './package-files.ts'
import { readme } from './readme-file.ts'
import {
  resourceFile,
  type ResourceChoice,
  sampleControllerFile,
  sampleObjectFile,
  sampleResource,
  sampleTestFile,
} from './resource-files.ts'

export interface ProjectChoice extends ResourceChoice {
  /** The name of the project, the package and the operator: `my-operator`. */
  readonly name: string
  readonly image: string
  readonly dependencies: Dependencies
}

export type Files = ReadonlyMap<string, string>

export function projectFiles(choice: ProjectChoice): Files {
  const { names } = choice
  return new Map([
    ['package.json', packageJson(choice)],
    ['pnpm-workspace.yaml', pnpmWorkspace(choice)],
    ['tsconfig.json', tsconfig],
    ['tsconfig.build.json', tsconfigBuild],
    ['.oxlintrc.json', oxlintrc],
    ['kubewright.config.ts', configFile(choice)],
    [`src/${names.file}.ts`, resourceFile(choice)],
    [`src/${names.controllerFile}.ts`, sampleControllerFile(choice)],
    [`src/${names.controllerFile}.test.ts`, sampleTestFile(choice)],
    [`samples/${names.file}.yaml`, sampleObjectFile(choice)],
    ['src/operator.ts', operatorFile(choice)],
    ['src/main.ts', mainFile],
    ['Dockerfile', dockerfile(choice)],
    ['.dockerignore', dockerignore],
    ['.gitignore', gitignore],
    ['.github/workflows/ci.yaml', workflow],
    ['README.md', readme(choice)],
    ...generatedFiles(describeOperator(sampleOperator(choice)), 'all'),
  ])
}

/** The operator that the files describe, as a value. A test keeps both equal: `generate` on the files gives the same result. */
function sampleOperator(choice: ProjectChoice): OperatorConfig {
  const { name, names, image } = choice
  const resource = sampleResource(choice)
  const controller = defineController({
    name: names.controllerFile,
    for: resource,
    owns: [ConfigMap],
    reconcile: async () => done(),
  })
  return {
    name,
    image,
    namespace: namespaceOf(name),
    resources: [resource],
    controllers: [controller],
    coordination: leader({ lease: name, namespace: namespaceOf(name) }),
    health: { port: 8081 },
    metrics: { port: 8080 },
  }
}

function namespaceOf(name: string): string {
  return `${name}-system`
}

function operatorFile({ name, names: { kind, file, many, controllerFile } }: ProjectChoice): string {
  return `/** What this operator is: \`main.ts\` runs it, and \`kubewright generate\` reads it. */
import type { OperatorConfig } from '@kubewright/cli'
import { leader } from 'kubewright'
import { ${kind} } from './${file}.ts'
import { ${many} } from './${controllerFile}.ts'

const namespace = '${namespaceOf(name)}'

export const operator = {
  name: '${name}',
  namespace,
  resources: [${kind}],
  controllers: [${many}],
  coordination: leader({ lease: '${name}', namespace }),
  health: { port: 8081 },
  metrics: { port: 8080 },
} satisfies OperatorConfig
`
}

const mainFile = `/** Runs the operator on the cluster it finds: that of its pod, or the one KUBECONFIG names. */
import { createManager, loadConfig } from 'kubewright'
import { managerFlags, runProgram } from 'kubewright/manager'
import { operator } from './operator.ts'

await runProgram(async (signal) => {
  const flags = managerFlags(process.argv.slice(2), { others: 'refuse' })
  const manager = createManager({ connection: await loadConfig(), ...operator, flags })
  await manager.run(signal)
})
`

function configFile({ image }: ProjectChoice): string {
  return `/** The configuration of this operator for the \`kubewright\` command. */
import { defineConfig } from '@kubewright/cli'
import { operator } from './src/operator.ts'

export default defineConfig({
  ...operator,
  image: '${image}',
})
`
}
