/** Connections to other clusters as shown on the page, read from untrusted objects. Pure. */
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { type ConditionEntry, conditionIn, numberAt, present, textAt, textsAt, valueAt } from './plain-value.ts'

/** Names that the packages store in clusters; they must never change. */
export const networkGroup = 'network.kubewright.dev'
export const replicationDomain = 'replication.kubewright.dev'
export const replicationPeerLabel = 'kubewright.dev/peer'
export const networkPeerLabel = 'network.kubewright.dev/peer'
const identityLabel = 'kubewright.dev/cluster-identity'
export const tenantLabel = `${replicationDomain}/tenant`

/** Pods and nodes of one cluster, as another sees them. */
export interface NetworkPair {
  readonly pod: string
  readonly external: string
}

/** Topic `peers`, by uid. */
export type PeerEntry =
  | HomeEntry
  | TunnelEntry
  | AnnouncementEntry
  | ClaimEntry
  | PeerSecretEntry
  | TenantEntry
  | PeerCount

/** Topic `peers`, key `count`: set if not all are sent. */
export interface PeerCount {
  readonly type: 'count'
  readonly total: number
  readonly shown: number
}

/** @returns `undefined` if all are sent */
export function peerCount(total: number, most: number): PeerCount | undefined {
  return total <= most ? undefined : { type: 'count', total, shown: most }
}

/** This cluster, and broken connections. */
export function isFirstPeer(entry: PeerEntry): boolean {
  return entry.type === 'home' || (entry.type === 'tunnel' && entry.connected?.status === 'False')
}

/** The network of this cluster. */
export interface HomeEntry {
  readonly type: 'home'
  readonly object: EntryObject
  readonly clusterId: string
  readonly networks?: NetworkPair
  readonly gateway?: string
  readonly rotation?: string
  readonly ready?: ConditionEntry
}

/** A peer with agreed addresses, and the gateway's measurements. */
export interface TunnelEntry {
  readonly type: 'tunnel'
  readonly object: EntryObject
  readonly peer: string
  /** The peer as this cluster sees it. */
  readonly remote?: NetworkPair
  /** This cluster as the peer sees it. */
  readonly local?: NetworkPair
  readonly driver?: string
  readonly endpoint?: string
  readonly device?: string
  readonly gateway?: string
  readonly reachable: readonly string[]
  readonly latencyMs?: number
  readonly connected?: ConditionEntry
}

/** The announcement of one cluster's network to another. */
export interface AnnouncementEntry {
  readonly type: 'announcement'
  readonly object: EntryObject
  readonly from: string
  readonly to: string
  /** The networks of the sender, in its own addresses. */
  readonly own?: NetworkPair
  /** The networks of the sender, in the addresses that the receiver uses for them. */
  readonly seen?: NetworkPair
  readonly accepted?: ConditionEntry
  readonly replicated?: ConditionEntry
}

/** The addresses that a peer claims here, and their assignment. */
export interface ClaimEntry {
  readonly type: 'claim'
  readonly object: EntryObject
  readonly peer: string
  readonly wanted?: NetworkPair
  readonly given?: NetworkPair
  readonly assigned?: ConditionEntry
}

/** A cluster that this one may replicate to. */
export interface PeerSecretEntry {
  readonly type: 'secret'
  readonly object: EntryObject
  readonly peer: string
  readonly purpose: 'replication' | 'network'
  readonly identity?: string
  /** It is being deleted: its replicas are removed first. */
  readonly isLeaving: boolean
}

/** A cluster that may replicate to this one. */
export interface TenantEntry {
  readonly type: 'tenant'
  readonly object: EntryObject
  /** The identity of the cluster that sends objects. */
  readonly origin: string
}

/** The object that an entry was read from. */
export interface EntryObject extends GroupVersionKind {
  readonly namespace?: string
  readonly name: string
}

export function objectOf({ metadata }: KubeObject, { group, version, kind }: GroupVersionKind): EntryObject {
  const { name, namespace } = metadata
  return { group, version, kind, name, ...present({ namespace }) }
}

/** @returns `undefined` for kinds that are not shown */
export function networkEntry(object: KubeObject, kind: GroupVersionKind): PeerEntry | undefined {
  return readers.get(kind.kind)?.(object, objectOf(object, kind))
}

const readers = new Map<string, (object: KubeObject, about: EntryObject) => PeerEntry>([
  ['NetworkSettings', homeEntry],
  ['TunnelEndpoint', tunnelEntry],
  ['NetworkConfig', announcementEntry],
  ['AddressClaim', claimEntry],
])

export const networkKinds: ReadonlySet<string> = new Set(readers.keys())

function homeEntry(settings: KubeObject, object: EntryObject): HomeEntry {
  const [pod, external] = [textAt(settings, 'spec', 'podCidr'), textAt(settings, 'spec', 'externalCidr')]
  return {
    type: 'home',
    object,
    clusterId: textAt(settings, 'spec', 'clusterId') ?? '',
    ...present({
      networks: pod === undefined || external === undefined ? undefined : { pod, external },
      gateway: textAt(settings, 'status', 'gateway'),
      rotation: textAt(settings, 'status', 'rotation'),
      ready: conditionIn(settings, 'Ready'),
    }),
  }
}

function tunnelEntry(endpoint: KubeObject, object: EntryObject): TunnelEntry {
  const [spec, status] = [valueAt(endpoint, 'spec'), valueAt(endpoint, 'status')]
  const [address, port] = [textAt(spec, 'tunnel', 'address'), numberAt(spec, 'tunnel', 'port')]
  return {
    type: 'tunnel',
    object,
    peer: object.name,
    reachable: textsAt(spec, 'reachable'),
    ...present({
      remote: pairAt(spec, 'remote'),
      local: pairAt(spec, 'local'),
      driver: textAt(spec, 'tunnel', 'driver'),
      endpoint: address === undefined ? undefined : `${address}${port === undefined ? '' : `:${port}`}`,
      device: textAt(status, 'device'),
      gateway: textAt(status, 'gateway'),
      latencyMs: numberAt(status, 'latencyMilliseconds'),
      connected: conditionIn(endpoint, 'Connected'),
    }),
  }
}

function announcementEntry(config: KubeObject, object: EntryObject): AnnouncementEntry {
  return {
    type: 'announcement',
    object,
    from: textAt(config, 'spec', 'from') ?? '',
    to: textAt(config, 'spec', 'to') ?? '',
    ...present({
      own: pairAt(config, 'spec', 'networks'),
      seen: pairAt(config, 'status', 'networks'),
      accepted: conditionIn(config, 'Accepted'),
      replicated: conditionIn(config, 'Replicated'),
    }),
  }
}

function claimEntry(claim: KubeObject, object: EntryObject): ClaimEntry {
  const pairs = { wanted: pairAt(claim, 'spec', 'wanted'), given: pairAt(claim, 'status', 'given') }
  return {
    type: 'claim',
    object,
    peer: object.name,
    ...present({ ...pairs, assigned: conditionIn(claim, 'Assigned') }),
  }
}

function pairAt(value: unknown, ...path: readonly string[]): NetworkPair | undefined {
  const [pod, external] = [textAt(value, ...path, 'pod'), textAt(value, ...path, 'external')]
  return pod === undefined || external === undefined ? undefined : { pod, external }
}

/** From the metadata only: the credential is never read. */
export function secretEntry(secret: KubeObject, purpose: PeerSecretEntry['purpose']): PeerSecretEntry {
  const { name, annotations, labels, deletionTimestamp } = secret.metadata
  const identity = textAt(annotations, identityLabel) ?? textAt(labels, identityLabel)
  const named = purpose === 'network' ? textAt(labels, networkPeerLabel) : undefined
  return {
    type: 'secret',
    object: objectOf(secret, { group: '', version: 'v1', kind: 'Secret' }),
    peer: named ?? name,
    purpose,
    isLeaving: deletionTimestamp !== undefined,
    ...present({ identity }),
  }
}

export function tenantEntry(namespace: KubeObject): TenantEntry {
  const object = objectOf(namespace, { group: '', version: 'v1', kind: 'Namespace' })
  return { type: 'tenant', object, origin: textAt(namespace.metadata.labels, tenantLabel) ?? '' }
}
