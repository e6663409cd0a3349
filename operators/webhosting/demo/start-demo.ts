/** An in-process cluster with the operator and real webservers. */
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
  /** Whether the operator runs in this process; otherwise run it with the kubeconfig. @default true */
  readonly runsOperator?: boolean
  /** The port of the API server; 0 for any free port. @default 0 */
  readonly port?: number
  /** @default silentLogger */
  readonly log?: Logger
}

export interface Demo extends AsyncDisposable {
  readonly client: Client
  /** Grants full access: write it where only its owner can read it. */
  kubeconfig(): string
  /** Applies every object of a YAML text. */
  apply(yaml: string): Promise<void>
  /** Waits until a website is served, and resolves to its address. */
  urlOf(ref: { readonly name: string; readonly namespace: string }): Promise<string>
}

const webServer = fileURLToPath(new URL('./web-server.mjs', import.meta.url))
/** The image name in pods, without its tag. */
const imageName = serverImage.split(':')[0]!

/** Failure: rejects if the port is taken. */
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

/** @param parts collects everything to dispose, in start order */
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
      disabledPlugins: [], // the simulation creates the service accounts that pods need
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

/** Services have cluster IPs, which a simulation maps to loopback addresses. */
async function urlOf(client: Client, ref: { readonly name: string; readonly namespace: string }): Promise<string> {
  const isServed = ({ metadata, status }: Website) =>
    status?.phase === 'Ready' && status.observedGeneration === metadata.generation
  // A long timeout: several replicas and a dozen webservers start at once, on any machine.
  const site = await client.waitFor(Website, ref, isServed, { timeout: '2m' })
  const service = await client.get(Service, { name: serverNameOf(site), namespace: ref.namespace })
  return `http://${loopbackOf(service.spec!.clusterIP!)}:${serverPort}${pathOf(site)}`
}
