/** The whole stack on this machine: an API server, the operator, and pods that are real processes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep } from '@kubewright/core'
import { loopbackOf } from '@kubewright/simulation'
import { type Cluster, startCluster } from '@kubewright/testing'
import { ConfigMap, Namespace, Pod, Service } from 'kubewright'
import { PersistentVolumeClaim } from 'kubewright/kubernetes/core/v1'
import { parseAllDocuments } from 'yaml'
import { type BuiltPrograms, buildPrograms } from '../programs/build-programs.ts'
import { componentTable, type ComponentType } from '../src/component-table.ts'
import { IotSnapRoot, type IotSnapRootInput } from '../src/iotsnap-root.ts'
import { operatorWith, sidecars } from '../src/operator.ts'
import { imagesOf } from './images.ts'
import { type ProcessOf, processesOf } from './processes.ts'
import { findRealParts } from './real-parts.ts'

export interface Demo extends AsyncDisposable {
  readonly cluster: Cluster
  /** Creates a namespace with the prerequisites of a stack. */
  prepare(namespace: string): Promise<void>
  create(namespace: string, spec?: Partial<IotSnapRootInput['spec']>): Promise<void>
  /** Waits until every component runs. */
  untilRunning(namespace: string): Promise<IotSnapRoot>
  /** Waits until the last component of the dependency chain is healthy, and with it all others. */
  untilHealthy(namespace: string): Promise<void>
  /** Kills the program of a component, or a sidecar in its pods, and waits for its replacement. Resolves to the killed process. */
  kill(namespace: string, component: ComponentType, sidecar?: SidecarProgram): Promise<ProcessOf>
  /** The address of a component's Service on this machine. */
  urlOf(namespace: string, component: ComponentType): Promise<string>
  /** Sends a request to a Service of the cluster by name, from outside of the pods. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** The processes of a component: the programs themselves, without their entry points. */
  processesOf(namespace: string, component: ComponentType): Promise<readonly ProcessOf[]>
}

export async function startDemo(): Promise<Demo> {
  const programs = await buildPrograms()
  try {
    return await startOn(programs, imagesOf(await findRealParts(), programs))
  } catch (error) {
    await programs[Symbol.asyncDispose]()
    throw error
  }
}

async function startOn(programs: BuiltPrograms, images: ReturnType<typeof imagesOf>): Promise<Demo> {
  let cluster: Cluster | undefined
  const { resources, controllers } = operatorWith({
    agent: { hostOf: loopbackOf },
    fetch: (input, init) => fetchFrom(cluster!, input as string, init),
    samplesEvery: '2s',
  })
  cluster = await startCluster({
    time: 'real',
    resources,
    webhooks: sidecars(() => cluster!.client),
    simulation: { images, processes: { stopTimeout: '5s', maxProcesses: 128 } },
  })
  const { client } = cluster
  const running = await cluster.run(...controllers)
  return {
    cluster,
    prepare: (namespace) => prepare(cluster, namespace),
    async create(namespace, spec = {}) {
      await client.create(IotSnapRoot, { metadata: { name: 'my-root', namespace }, spec })
    },
    untilRunning: (namespace) =>
      client.waitFor(IotSnapRoot, { name: 'my-root', namespace }, isRunning, { timeout: '5m' }),
    urlOf: (namespace, component) => urlOf(cluster, namespace, component),
    fetch: (url, init) => fetchFrom(cluster, url, init),
    async untilHealthy(namespace) {
      const deadline = cluster.clock.elapsed() + 300_000
      while (!(await isHealthy(await urlOf(cluster, namespace, 'cloudadmingui')))) {
        if (cluster.clock.elapsed() > deadline) throw new Error('The stack is not healthy after five minutes.')
        await sleep(cluster.clock, '500ms')
      }
    },
    processesOf: (namespace, component) => processesIn(cluster, namespace, component),
    kill: (namespace, component, sidecar) => kill(cluster, namespace, { component, sidecar }),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
      await programs[Symbol.asyncDispose]()
    },
  }
}

function isRunning({ metadata, status }: IotSnapRoot): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return status?.phase === 'Running' && ready?.status === 'True' && ready.observedGeneration === metadata.generation
}

async function processesIn({ client }: Cluster, namespace: string, component: ComponentType) {
  const { items } = await client.list(Pod, { namespace, labels: { component } })
  return processesOf(items.map(({ metadata }) => metadata.uid))
}

/** Sidecars of a component. */
export type SidecarProgram = 'backup-agent' | 'telegraf'

interface Victim {
  readonly component: ComponentType
  readonly sidecar: SidecarProgram | undefined
}

function sidecarOf(program: string): SidecarProgram | 'restic' | undefined {
  return (['backup-agent', 'restic', 'telegraf'] as const).find((name) =>
    program.split(' ').some((word) => word.includes(`/${name}`)),
  )
}

/** The first of a server's processes is the parent of the others. */
async function kill(cluster: Cluster, namespace: string, { component, sidecar }: Victim): Promise<ProcessOf> {
  const isProgram = ({ program }: ProcessOf) => component === 'telegrafmon' || sidecarOf(program) === sidecar
  const before = (await processesIn(cluster, namespace, component)).filter(isProgram)
  const [first] = before
  if (first === undefined) throw new Error(`Cannot kill ${component}: it does not run.`)
  process.kill(first.pid, 'SIGKILL')
  const deadline = cluster.clock.elapsed() + 120_000
  for (;;) {
    const after = (await processesIn(cluster, namespace, component)).filter(isProgram)
    if (after.some(({ pid }) => !before.some((old) => old.pid === pid))) return first
    if (cluster.clock.elapsed() > deadline) throw new Error(`${component} did not start again in two minutes.`)
    await sleep(cluster.clock, '200ms')
  }
}

async function urlOf({ client }: Cluster, namespace: string, component: ComponentType): Promise<string> {
  const { spec } = await client.get(Service, { name: `my-root-${component}`, namespace })
  return `http://${loopbackOf(spec!.clusterIP!)}:${componentTable[component].port}`
}

/** The operator runs outside of the pods, so it resolves a Service, `name.namespace`, to its address. */
async function fetchFrom({ client }: Cluster, input: string, init?: RequestInit): Promise<Response> {
  const url = new URL(input)
  const [name = '', namespace = ''] = url.hostname.split('.')
  const { spec } = await client.get(Service, { name, namespace })
  url.hostname = loopbackOf(spec!.clusterIP!)
  const headers = new Headers(init?.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function prepare({ client }: Cluster, namespace: string): Promise<void> {
  await client.create(Namespace, { metadata: { name: namespace } })
  const yaml = await readFile(join(import.meta.dirname, '../samples/prerequisites.yaml'), 'utf8')
  for (const document of parseAllDocuments(yaml)) {
    const { kind, metadata, ...rest } = document.toJS() as { kind: string; metadata: { name: string } }
    const input = { ...rest, metadata: { ...metadata, namespace } }
    if (kind === 'ConfigMap') await client.create(ConfigMap, input)
    else await client.create(PersistentVolumeClaim, input as never)
  }
}
