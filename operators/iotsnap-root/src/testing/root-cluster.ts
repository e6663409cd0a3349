/** A cluster under virtual time with the operator and the prerequisites of an IotSnapRoot. */
import { type Cluster, type ClusterOptions, type Run, startCluster } from '@kubewright/testing'
import { ConfigMap, Deployment, type Duration, Namespace, Pod, type Resource } from 'kubewright'
import { PersistentVolumeClaim } from 'kubewright/kubernetes/core/v1'
import { componentTable, type ComponentType, componentTypes } from '../component-table.ts'
import { IotSnapRoot, type IotSnapRootInput } from '../iotsnap-root.ts'
import { operatorWith, sidecars } from '../operator.ts'

export const namespace = 'iot'
export const rootRef = { name: 'my-root', namespace }

export interface RootCluster extends AsyncDisposable {
  readonly cluster: Cluster
  /** The controllers of the operator. */
  readonly running: Run
  /** Creates an object and waits until the cluster settles. */
  deploy(spec?: Partial<IotSnapRootInput['spec']>): Promise<void>
  root(): Promise<IotSnapRoot>
  /** The names of all objects of a kind in the namespace. */
  names(resource: Resource): Promise<readonly string[]>
  deployment(component: string): Promise<Deployment>
  /** Crashes the operator and starts another one. */
  restart(): Promise<void>
  /** Makes the current pods of the components permanently unready. */
  crash(...components: readonly string[]): Promise<void>
}

/** Pods of this CloudAdmin version never start: its image cannot be pulled. */
export const brokenVersion = '1.0.666'

export interface RootClusterOptions extends Pick<ClusterOptions, 'watches'> {
  /** Whether Deployments get pods. If not, a test sets readiness. @default true */
  readonly simulation?: boolean
  /** The interval of node heartbeats. Choose a long one for tests that let days pass. @default '10s' */
  readonly heartbeat?: Duration
}

export async function startRootCluster(options: RootClusterOptions = {}): Promise<RootCluster> {
  const { simulation = true, heartbeat = '10s', watches } = options
  const { resources, controllers } = operatorWith({ fetch: noSamples })
  let cluster: Cluster | undefined
  const behaviour = (_: unknown, { image }: { readonly image?: string | undefined }) =>
    image?.endsWith(`/cloudadmin:${brokenVersion}`) === true ? ('image-missing' as const) : undefined
  cluster = await startCluster({
    resources,
    simulation: simulation && { nodes: { heartbeat }, pods: { behaviour } },
    ...(watches !== undefined && { watches }),
    webhooks: sidecars(() => cluster!.client),
  })
  const { client } = cluster
  await client.create(Namespace, { metadata: { name: namespace } })
  await prepare(cluster)
  let running = await cluster.run(...controllers)
  return {
    cluster,
    get running() {
      return running
    },
    async restart() {
      await running[Symbol.asyncDispose]()
      running = await cluster.run(...controllers)
    },
    async deploy(spec = {}) {
      await client.create(IotSnapRoot, { metadata: rootRef, spec })
      await settle(cluster)
    },
    root: () => client.get(IotSnapRoot, rootRef),
    async names(resource) {
      const { items } = await client.list(resource, { namespace })
      return items.map((item) => (item as { metadata: { name: string } }).metadata.name).sort()
    },
    deployment: (component) => client.get(Deployment, { name: `my-root-${component}`, namespace }),
    async crash(...components) {
      for (const component of components) {
        const { items } = await client.list(Pod, { namespace, labels: { component } })
        for (const { metadata } of items) await cluster.simulation!.pods.fail(metadata, 'never-ready')
      }
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/** An empty InfluxDB. */
const noSamples: typeof fetch = async () => new Response('{"results":[{}]}')

/** Probes have an initial delay, so time must pass too. */
export async function settle(cluster: Cluster): Promise<void> {
  await cluster.settle({ within: '1m' })
  await cluster.advance('30s')
}

/** The claims and ConfigMaps that customers provide. */
async function prepare({ client }: Cluster): Promise<void> {
  for (const type of componentTypes) await prepareComponent(client, type)
}

export interface Preparation {
  /** @default the name of the type */
  readonly name?: string
  /** @default 'iot' */
  readonly namespace?: string
  /** @default both */
  readonly parts?: readonly ('config' | 'claim')[]
}

/** The objects that customers provide for one instance of a component. */
export async function prepareComponent(
  client: Cluster['client'],
  type: ComponentType,
  { name = type, namespace: place = namespace, parts = ['config', 'claim'] }: Preparation = {},
): Promise<void> {
  const { hasClaim, hasConfig } = componentTable[type]
  if (hasConfig && parts.includes('config')) {
    await client.create(ConfigMap, {
      metadata: { name: `${name}-config`, namespace: place },
      data: { 'application.properties': `name=${name}` },
    })
  }
  if (!hasClaim || !parts.includes('claim')) return
  await client.create(PersistentVolumeClaim, {
    metadata: { name: `${name}-pvc`, namespace: place },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })
}
