/** The compiler's time and memory for a project of fifty resources, and for the examples. TypeScript only. */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheOf, root } from '../cache-directory.ts'
import type { Contender } from '../contenders.ts'
import { interleave, type Suite, type Values } from '../suite.ts'

const compilerPath = join(root, 'node_modules/typescript/bin/tsc')
const folder = cacheOf('types')

export const compiler: Suite = {
  name: 'types',
  title: ({ size }) => `the compiler on a project of ${size} resources with a controller each, and on the examples`,
  defaults: { size: 50, rounds: 3 },
  full: { size: 50, rounds: 5 },
  smoke: { size: 10, rounds: 1 },
  needsServer: false,
  only: ['kubewright', 'client-node'],
  metrics: [
    { name: 'projectMs', title: 'project: compiler time', unit: 'ms', better: 'less', isPlotted: true },
    { name: 'projectMemory', title: 'project: compiler memory', unit: 'MiB', better: 'less', isPlotted: true },
    { name: 'instantiations', title: 'project: type instantiations', unit: '', better: 'less' },
    { name: 'examplesMs', title: 'examples: compiler time', unit: 'ms', better: 'less' },
    { name: 'examplesMemory', title: 'examples: compiler memory', unit: 'MiB', better: 'less' },
  ],
  async run(_, contenders, { size, rounds }) {
    await rm(folder, { recursive: true, force: true })
    for (const { name } of contenders) await writeProject(join(folder, name), sources[name]!, size)
    await writeExamples()
    return interleave(contenders, rounds, measure)
  },
}

async function measure({ name }: Contender): Promise<Values> {
  const project = await compile(join(folder, name))
  const values = { projectMs: project.ms, projectMemory: project.memory, instantiations: project.instantiations }
  if (name !== 'kubewright') return values
  const examples = await compile(join(folder, 'examples'))
  return { ...values, examplesMs: examples.ms, examplesMemory: examples.memory }
}

/** Failure: rejects with the compiler's messages if it finds an error, also if a planted one is not found. */
async function compile(project: string) {
  const args = [compilerPath, '-p', project, '--extendedDiagnostics']
  const stdout = await outputOf(args)
  const read = (name: string) => {
    const [, value] = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout) ?? []
    if (value === undefined) throw new Error(`The compiler did not report ${name}.`)
    return Number(value)
  }
  return { ms: read('Total time') * 1_000, memory: read('Memory used') / 1_024, instantiations: read('Instantiations') }
}

/** The compiler writes its messages to standard output, which an error of `execFile` does not quote. */
async function outputOf(args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 })).stdout
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`The compiler failed: ${stdout.slice(0, 1_000)}`, { cause: error })
  }
}

const options = {
  target: 'ES2022',
  lib: ['ES2023', 'ESNext.Disposable'],
  module: 'NodeNext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}

async function writeProject(directory: string, source: (kind: string) => string, size: number): Promise<void> {
  await mkdir(directory, { recursive: true })
  const kinds = Array.from({ length: size }, (_, at) => `Kind${at}`)
  for (const kind of kinds) await writeFile(join(directory, `${kind.toLowerCase()}.ts`), source(kind))
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }))
  // The client is installed beside the benchmarks, out of the reach of this folder.
  const paths = {
    '@kubernetes/client-node': [join(root, 'bench/node_modules/@kubernetes/client-node/dist/index.d.ts')],
  }
  await writeFile(
    join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, paths }, include: ['*.ts'] }),
  )
}

async function writeExamples(): Promise<void> {
  const directory = join(folder, 'examples')
  await mkdir(directory, { recursive: true })
  const include = [join(root, 'examples/0*/*.ts')]
  // They import the command, which is not among the packages that benchmarks build.
  const exclude = [join(root, 'examples/0*/kubewright.config.ts')]
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions: { noEmit: true }, include, exclude }
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config))
}

/** One resource and its controller. The error in each has to be found: a compiler that checks nothing would be fastest. */
const sources: Readonly<Record<string, (kind: string) => string>> = {
  kubewright: (kind) => `import { ConfigMap, defineController, defineResource, done, manifest } from 'kubewright'
import { z } from 'zod'

export const ${kind} = defineResource({
  group: 'types.example.dev',
  version: 'v1',
  kind: '${kind}',
  scope: 'Namespaced',
  spec: z.object({
    image: z.string(),
    replicas: z.int().min(1).default(1),
    ports: z.array(z.object({ name: z.string(), port: z.int() })).default([]),
    mode: z.enum(['fast', 'safe']).default('safe'),
    limits: z.object({ cpu: z.string().optional(), memory: z.string().optional() }).optional(),
  }),
  status: z.object({ url: z.string().optional(), ready: z.int().optional() }),
  conditions: ['Ready'],
})

export const controller = defineController({
  name: '${kind.toLowerCase()}',
  for: ${kind},
  owns: [ConfigMap],
  async reconcile(object, ctx) {
    const { name } = object.metadata
    await ctx.own({ map: manifest(ConfigMap, { metadata: { name }, data: { image: object.spec.image } }) })
    // @ts-expect-error: there is no such field
    await ctx.setStatus({ ready: object.spec.replica })
    await ctx.setStatus({ ready: object.spec.replicas })
    return done()
  },
})
`,
  'client-node': (
    kind,
  ) => `import { CoreV1Api, CustomObjectsApi, KubeConfig, type V1ObjectMeta } from '@kubernetes/client-node'

export interface ${kind} {
  apiVersion: 'types.example.dev/v1'
  kind: '${kind}'
  metadata: V1ObjectMeta
  spec: {
    image: string
    replicas: number
    ports: { name: string; port: number }[]
    mode: 'fast' | 'safe'
    limits?: { cpu?: string; memory?: string }
  }
  status?: { url?: string; ready?: number }
}

const config = new KubeConfig()
const core = config.makeApiClient(CoreV1Api)
const objects = config.makeApiClient(CustomObjectsApi)

export async function reconcile(object: ${kind}): Promise<void> {
  const { name = '', namespace = '' } = object.metadata
  await core.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data: { image: object.spec.image } } })
  const target = { group: 'types.example.dev', version: 'v1', namespace, plural: '${kind.toLowerCase()}s', name }
  // @ts-expect-error: there is no such field
  const wrong: number = object.spec.replica
  const status: ${kind}['status'] = { ready: object.spec.replicas }
  await objects.patchNamespacedCustomObjectStatus({ ...target, body: [{ op: 'replace', path: '/status', value: { ...status, wrong } }] })
}
`,
}
