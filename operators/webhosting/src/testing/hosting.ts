/** The operator on a test's own cluster, with themes. */
import { Event } from '@kubewright/kubernetes/events/v1'
import { type Cluster, type ClusterOptions, type Run, startCluster } from '@kubewright/testing'
import { ConfigMap, Deployment, Ingress, Service } from 'kubewright'
import { serverNameOf } from '../server-name.ts'
import { defaultHosting, type HostingSettings } from '../settings.ts'
import { Theme } from '../theme.ts'
import { Website } from '../website.ts'
import { websites } from '../websites.ts'

export const homepage = { name: 'homepage', namespace: 'default' }
export const childKinds = [ConfigMap, Deployment, Service, Ingress] as const

interface Place {
  readonly name: string
  readonly namespace: string
}

export interface Hosting extends AsyncDisposable {
  readonly cluster: Cluster
  readonly operator: Run
  /** Creates a website and waits until the cluster settles. */
  create(ref?: Place, spec?: Website['spec'], labels?: Record<string, string>): Promise<Website>
  site(ref?: Place): Promise<Website>
  /** Its children; fails if any is missing. */
  children(ref?: Place): Promise<{
    readonly configMap: ConfigMap
    readonly deployment: Deployment
    readonly service: Service
    readonly ingress: Ingress
  }>
  page(ref?: Place): Promise<string>
  /** `Warning ThemeNotFound`: events of one website, sorted alphabetically because several may have the same time. */
  events(ref?: Place): Promise<readonly string[]>
}

interface HostingOptions extends ClusterOptions {
  readonly settings?: HostingSettings
  /** Whether the operator runs. @default true */
  readonly runs?: boolean
}

export async function startHosting({
  settings = defaultHosting,
  runs = true,
  ...options
}: HostingOptions = {}): Promise<Hosting> {
  const cluster = await startCluster({ resources: [Theme, Website], simulation: true, ...options })
  const { client } = cluster
  for (const [name, color] of Object.entries({ exciting: 'darkcyan', lovely: '#ffc0cb' })) {
    await client.create(Theme, { metadata: { name }, spec: { color, fontFamily: 'Menlo, monospace' } })
  }
  const operator = await cluster.run(...(runs ? [websites(settings)] : []))
  const site = (ref = homepage) => client.get(Website, ref)
  const children: Hosting['children'] = async (ref = homepage) => {
    const { namespace } = ref
    const server = { namespace, name: serverNameOf(await site(ref)) }
    return {
      configMap: await client.get(ConfigMap, server),
      deployment: await client.get(Deployment, server),
      service: await client.get(Service, server),
      ingress: await client.get(Ingress, server),
    }
  }
  return {
    cluster,
    operator,
    site,
    children,
    async create(metadata = homepage, spec = { theme: 'exciting' }, labels = {}) {
      await client.create(Website, { metadata: { ...metadata, labels }, spec })
      await cluster.settle()
      return site(metadata)
    },
    page: async (ref = homepage) => (await children(ref)).configMap.data!['index.html']!,
    async events({ name, namespace } = homepage) {
      const { items } = await client.list(Event, { namespace })
      return items
        .filter(({ regarding }) => regarding?.kind === 'Website' && regarding.name === name)
        .map(({ type, reason }) => `${type} ${reason}`)
        .toSorted()
    },
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]()
    },
  }
}
