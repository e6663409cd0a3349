/** A cluster in this process on which the operator runs and its webservers really serve. */
import { fileURLToPath } from 'node:url'
import { startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, type DynamicInput } from '@kubewright/client'
import { type Logger, silentLogger } from '@kubewright/core'
import { loopbackOf, type Simulation, startSimulation } from '@kubewright/simulation'
import { createManager, CustomResourceDefinition, established, Namespace, Service } from 'kubewright'
import type { InstallableKind } from 'kubewright/lease'
import { parseAllDocuments } from 'yaml'
import { serverImage } from '../src/children.ts'
import { operatorWith } from '../src/operator.ts'
import { pathOf, serverPort } from '../src/server-config.ts'
import { serverNameOf } from '../src/server-name.ts'
import { type CoordinationName, defaultHosting, type HostingSettings } from '../src/settings.ts'
import { siteMetrics } from '../src/site-metrics.ts'
import { Website } from '../src/website.ts'

export interface DemoOptions {
  /** @default 'alone' */
  readonly coordination?: CoordinationName
  readonly hosting?: HostingSettings
  /** Whether the operator runs in this process; otherwise whoever has the kubeconfig may run it. @default true */
  readonly runsOperator?: boolean
  /** Where the API server listens; 0 for any free port. @default 0 */
  readonly port?: number
  /** @default silentLogger */
  readonly log?: Logger
}

export interface Demo extends AsyncDisposable {
  readonly client: Client
  /** Lets whoever reads it do everything; write it where nobody else can. */
  kubeconfig(): string
  /** Applies every object of a YAML text. */
  apply(yaml: string): Promise<void>
  /** Waits until a website is served, and says where. */
  urlOf(ref: { readonly name: string; readonly namespace: string }): Promise<string>
}

const webServer = fileURLToPath(new URL('./web-server.mjs', import.meta.url))
/** As a pod names it, without its tag. */
const imageName = serverImage.split(':')[0]!

/** Failure: rejects if the port is taken, with a sentence that says so. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const parts: AsyncDisposable[] = []
  const end = async () => {
    for (const part of parts.splice(0).reverse()) await part[Symbol.asyncDispose]()
  }
  try {
    return { ...(await startParts(options, parts)), [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

/** @param parts takes whatever has to end again, in the order it began */
async function startParts(options: DemoOptions, parts: AsyncDisposable[]): Promise<Omit<Demo, keyof AsyncDisposable>> {
  const {
    coordination = 'alone',
    hosting = defaultHosting,
    runsOperator = true,
    port = 0,
    log = silentLogger,
  } = options
  const held = <Part extends AsyncDisposable>(part: Part): Part => {
    parts.push(part)
    return part
  }
  let simulation: Simulation | undefined
  const server = held(
    await startApiServer({
      listen: { port },
      disabledPlugins: [], // the simulation makes the accounts that pods need
      podLogs: (request) => simulation!.logs(request),
    }),
  )
  const client = held(createClient(server.transport(), { fieldManager: 'demo' }))
  const images = { [imageName]: { command: [process.execPath, webServer] as const } }
  const { url: apiServer, authority: rootCertificates } = server.endpoint!
  const processes = { stopTimeout: '2s' } as const
  simulation = held(await startSimulation({ client, images, log, processes, apiServer, rootCertificates }))
  const { resources, namespace, health: _, metrics: _2, ...operator } = operatorWith({ coordination, hosting })
  await client.create(Namespace, { metadata: { name: namespace } })
  for (const resource of [...resources, ...(operator.coordination.resources ?? [])]) await install(client, resource)
  if (runsOperator) {
    const manager = createManager({ ...operator, connection: server.transport(), log, shutdownTimeout: '5s' })
    manager.metrics.add(siteMetrics(manager.cache))
    await held(manager.start()).started
  }
  return {
    client,
    kubeconfig: () => server.endpoint!.kubeconfig(),
    apply: (yaml) => applyAll(client, yaml),
    urlOf: (ref) => urlOf(client, ref),
  }
}

async function install(client: Client, resource: InstallableKind): Promise<void> {
  const { metadata } = await client.create(CustomResourceDefinition, resource.crd())
  await client.waitFor(CustomResourceDefinition, metadata, established)
}

async function applyAll(client: Client, yaml: string): Promise<void> {
  for (const document of parseAllDocuments(yaml)) {
    const { apiVersion, kind, ...input } = document.toJS() as { readonly apiVersion: string; readonly kind: string }
    const resource = await client.discover({ apiVersion, kind })
    await client.apply(resource, input as unknown as DynamicInput, { force: true })
  }
}

/** Services have addresses of their own, which in a simulation are the loopback's. */
async function urlOf(client: Client, ref: { readonly name: string; readonly namespace: string }): Promise<string> {
  const isServed = ({ metadata, status }: Website) =>
    status?.phase === 'Ready' && status.observedGeneration === metadata.generation
  // Several replicas and a dozen webservers start at once, on whatever machine this is.
  const site = await client.waitFor(Website, ref, isServed, { timeout: '2m' })
  const service = await client.get(Service, { name: serverNameOf(site), namespace: ref.namespace })
  return `http://${loopbackOf(service.spec!.clusterIP!)}:${serverPort}${pathOf(site)}`
}
