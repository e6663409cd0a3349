/** Merges all sources about other clusters into one entry per cluster. Pure. */
import type {
  AnnouncementEntry,
  ClaimEntry,
  HomeEntry,
  ManagedClusterEntry,
  NetworkPair,
  PeerEntry,
  PeerSecretEntry,
  TenantEntry,
  TunnelEntry,
} from '@kubewright/dashboard/topics'
import type { Tone } from '../parts.tsx'

export interface KnownCluster {
  readonly name: string
  readonly identity?: string
  readonly managed?: ManagedClusterEntry
  readonly tunnel?: TunnelEntry
  readonly claim?: ClaimEntry
  /** The announcement to the cluster, and the one from it. */
  readonly sent?: AnnouncementEntry
  readonly received?: AnnouncementEntry
  readonly secrets: readonly PeerSecretEntry[]
  readonly tenant?: TenantEntry
}

export interface ClusterMap {
  readonly home?: HomeEntry
  readonly clusters: readonly KnownCluster[]
}

type Mutable = { -readonly [Name in keyof KnownCluster]: KnownCluster[Name] } & { readonly secrets: PeerSecretEntry[] }

const shortIdentity = (identity: string) => (identity.length > 13 ? `${identity.slice(0, 8)}…` : identity)

/** Entries with the same name or the same identity describe the same cluster. */
export function clusterMap(managed: Iterable<ManagedClusterEntry>, peers: Iterable<PeerEntry>): ClusterMap {
  const clusters = new Map<string, Mutable>()
  const at = (name: string): Mutable => {
    const known = clusters.get(name) ?? { name, secrets: [] }
    clusters.set(name, known)
    return known
  }
  const entries = [...peers]
  const home = entries.find((one) => one.type === 'home')
  for (const one of managed) Object.assign(at(one.name), { managed: one, ...identityOf(one) })
  for (const one of entries) {
    if (one.type === 'secret') {
      const cluster = at(one.peer)
      cluster.secrets.push(one)
      Object.assign(cluster, cluster.identity === undefined ? identityOf(one) : {})
    } else if (one.type === 'tunnel') at(one.peer).tunnel = one
    else if (one.type === 'claim') at(one.peer).claim = one
    else if (one.type === 'announcement' && home !== undefined) {
      if (one.from === home.clusterId) at(one.to).sent = one
      else if (one.to === home.clusterId) at(one.from).received = one
    }
  }
  const identified = byIdentity(clusters.values())
  for (const one of entries) if (one.type === 'tenant') tenantOf(one, identified, clusters, at).tenant = one
  const sorted = [...clusters.values()].sort((one, two) => (one.name < two.name ? -1 : 1))
  return { clusters: sorted, ...(home === undefined ? {} : { home }) }
}

function identityOf({ identity }: { readonly identity?: string }): { identity?: string } {
  return identity === undefined ? {} : { identity }
}

function tenantOf(
  { origin }: TenantEntry,
  identified: Map<string, Mutable>,
  clusters: ReadonlyMap<string, Mutable>,
  at: (name: string) => Mutable,
): Mutable {
  const known = identified.get(origin) ?? clusters.get(origin)
  if (known !== undefined) return known
  const made = at(shortIdentity(origin))
  made.identity = origin
  identified.set(origin, made)
  return made
}

/** The first cluster of each identity. */
function byIdentity(clusters: Iterable<Mutable>): Map<string, Mutable> {
  const found = new Map<string, Mutable>()
  for (const one of clusters) {
    if (one.identity !== undefined && !found.has(one.identity)) found.set(one.identity, one)
  }
  return found
}

/** Clusters that match every word in name, identity or state. */
export function matchingClusters(clusters: readonly KnownCluster[], text: string): readonly KnownCluster[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return clusters
  return clusters.filter((one) => {
    const said = `${one.name} ${one.identity ?? ''} ${stateOf(one).text}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}

export interface ClusterState {
  readonly tone: Tone
  readonly text: string
  readonly why?: string
  readonly latencyMs?: number
}

/** The state of the connection to a cluster: the worst of its parts. */
export function stateOf(cluster: KnownCluster): ClusterState {
  const states = [managedState(cluster), tunnelState(cluster), peeringState(cluster)].filter((one) => one !== undefined)
  const worst = order.map((tone) => states.find((one) => one.tone === tone)).find((one) => one !== undefined)
  const latencyMs = cluster.tunnel?.latencyMs ?? cluster.managed?.latencyMs
  return { ...(worst ?? { tone: 'quiet', text: 'known' }), ...(latencyMs === undefined ? {} : { latencyMs }) }
}

const order: readonly Tone[] = ['bad', 'busy', 'good', 'quiet']

function managedState({ managed }: KnownCluster): ClusterState | undefined {
  if (managed === undefined) return undefined
  const { phase, failure } = managed
  const tone = phase === 'connected' ? 'good' : phase === 'connecting' ? 'busy' : 'bad'
  return { tone, text: phase, ...(failure === undefined ? {} : { why: failure }) }
}

function tunnelState({ tunnel }: KnownCluster): ClusterState | undefined {
  if (tunnel === undefined) return undefined
  const { connected } = tunnel
  if (connected === undefined) return { tone: 'busy', text: 'not measured yet' }
  const tone = connected.status === 'True' ? 'good' : connected.status === 'False' ? 'bad' : 'busy'
  const text = connected.status === 'True' ? 'connected' : connected.reason
  return { tone, text, ...(connected.message === '' ? {} : { why: connected.message }) }
}

function peeringState({ tunnel, sent, received, claim, secrets, tenant }: KnownCluster): ClusterState | undefined {
  if (secrets.some(({ isLeaving }) => isLeaving))
    return { tone: 'busy', text: 'leaving', why: 'its replicas are removed' }
  const refusal = [sent?.accepted, received?.accepted, claim?.assigned, sent?.replicated].find(
    (one) => one?.status === 'False',
  )
  if (refusal !== undefined) return { tone: 'bad', text: refusal.reason, why: refusal.message }
  if (tunnel === undefined && (sent !== undefined || received !== undefined))
    return { tone: 'busy', text: 'agreeing on addresses' }
  if (secrets.length > 0) return { tone: 'quiet', text: 'peer' }
  return tenant === undefined ? undefined : { tone: 'quiet', text: 'replicates to this cluster' }
}

/** One row of the address translation: a network of one cluster, and its addresses in the other. */
export interface Translation {
  readonly of: string
  readonly what: 'pods' | 'nodes'
  readonly own?: string
  readonly seenBy: string
  readonly as?: string
}

export function translationsOf(home: HomeEntry | undefined, cluster: KnownCluster): readonly Translation[] {
  const { tunnel, claim, sent, received, name } = cluster
  const here = home?.clusterId ?? 'this cluster'
  const seenThere = tunnel?.local ?? sent?.seen
  const theirs = received?.own ?? claim?.wanted
  const seenHere = tunnel?.remote ?? claim?.given
  return [
    ...pairRows({ of: here, seenBy: name, own: home?.networks ?? sent?.own, as: seenThere }),
    ...pairRows({ of: name, seenBy: here, own: theirs, as: seenHere }),
  ]
}

interface Pair {
  readonly of: string
  readonly seenBy: string
  readonly own: NetworkPair | undefined
  readonly as: NetworkPair | undefined
}

function pairRows({ of, seenBy, own, as }: Pair): readonly Translation[] {
  if (as === undefined) return []
  const row = (what: Translation['what'], key: keyof NetworkPair): Translation => ({
    of,
    what,
    seenBy,
    as: as[key],
    ...(own === undefined ? {} : { own: own[key] }),
  })
  return [row('pods', 'pod'), row('nodes', 'external')]
}
