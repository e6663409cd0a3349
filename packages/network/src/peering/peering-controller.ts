/**
 * The peerings of this cluster: completes its announcements, claims addresses for peers, answers them, and creates the TunnelEndpoints that
 * nodes watch. Runs in the gateway that holds the lease.
 */
import type { CacheReads } from '@kubewright/cache'
import { ignoreNotFound } from '@kubewright/client'
import { type Controller, defineGroupController, done, type GroupContext, watch } from '@kubewright/controller'
import { no } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { tenantNamespace } from '@kubewright/replication'
import { AddressClaim } from '../resource/address-claim.ts'
import { networkNamespace } from '../names.ts'
import { configName, NetworkConfig, peerOf } from '../resource/network-config.ts'
import { NetworkSettings, settingsName } from '../resource/network-settings.ts'
import { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'
import { admissionOrder } from './admission-order.ts'
import { OwnIdentity } from './own-identity.ts'
import { decidePeering, type PeeringDecision, type PeeringFacts } from './decide-peering.ts'
import { writeStatus } from './write-status.ts'

/** A gateway's announcement to its peers. */
export type Announcement = NonNullable<NetworkConfig['spec']['tunnel']>

/** Options of `peeringController`. */
export interface PeeringOptions {
  /** How a peer reaches this cluster's gateway; `undefined` while unknown. */
  readonly announce: (
    peer: string,
    facts: {
      readonly settings: NetworkSettings
      readonly received?: NetworkConfig | undefined
      readonly cache: CacheReads
    },
  ) => Announcement | undefined
  /** The namespace of this cluster's NetworkConfigs. @default 'kubewright-network' */
  readonly namespace?: string | undefined
}

const fieldManager = 'network-peers'

/** The controller of peerings: exchanges announcements with each peer, claims addresses for it, and creates its TunnelEndpoint. */
export function peeringController({ announce, namespace = networkNamespace }: PeeringOptions): Controller {
  const identity = new OwnIdentity()
  return defineGroupController({
    name: fieldManager,
    for: NetworkConfig,
    by: ({ metadata }) => peerOf(metadata, namespace),
    when: (next, previous) => !previous || hasRelevantChange(next, previous),
    watches: [
      // A new claim is assigned next, which triggers another event.
      watch(AddressClaim, { requests: ofPeer, when: (next, previous) => next.status !== undefined || !!previous }),
      watch(TunnelEndpoint, {
        requests: ofPeer,
        when: (next, previous) => !previous || hasReportedChange(next, previous),
      }),
      watch(NetworkSettings, {
        when: (next, previous) => !previous || hasAnnouncement(next, previous),
        requests: (_, { all }) => {
          const peers = new Set(all(NetworkConfig).flatMap((ref) => peerOf(ref, namespace) ?? []))
          return [...peers].map((name) => ({ name }))
        },
      }),
    ],
    uses: [
      { resource: NetworkConfig, verbs: ['patch'], because: 'fills in configurations before they are sent' },
      { resource: NetworkConfig, subresource: 'status', verbs: ['patch'], because: 'answers peers' },
      { resource: AddressClaim, verbs: ['create', 'patch', 'delete'], because: 'claims addresses for peers' },
      { resource: TunnelEndpoint, verbs: ['create', 'patch', 'delete'], because: 'creates a tunnel for each peer' },
    ],
    concurrency: 8,
    resync: '10m',
    async reconcile(peer, members, ctx) {
      const settings = ctx.cache.get(NetworkSettings, { name: settingsName })
      if (!settings) return done()
      if (peer === settings.spec.clusterId) {
        await refuseOwnName(ctx, peer, members)
        return done()
      }
      const facts = factsOf(peer, { settings, members, cache: ctx.cache, namespace })
      const decision = decidePeering(facts)
      await completeSent(ctx, facts, { settings, peer, announce, identity: await identity.read(ctx.client) })
      const isNewClaim = await claimAddresses(ctx, peer, { facts, decision })
      // The assignment triggers this key again: a "pending" answer would be replaced at once.
      if (!isNewClaim) await answerPeer(ctx, peer, { facts, decision })
      await placeEndpoint(ctx, peer, decision)
      return done()
    },
  })
}

/** Claims and endpoints are named after their peer. */
const ofPeer = ({ metadata }: AddressClaim | TunnelEndpoint) => [{ name: metadata.name }]

/** The fields reported to the peer; connectivity and latency are for users. */
function hasReportedChange(next: TunnelEndpoint, previous: TunnelEndpoint): boolean {
  const reported = ({ metadata, status }: TunnelEndpoint) =>
    JSON.stringify([metadata.generation, status?.device, status?.publicKey, status?.avoidedKey])
  return reported(next) !== reported(previous)
}

/** Status changes are relevant too: they are the peer's answer. */
function hasRelevantChange(next: NetworkConfig, previous: NetworkConfig): boolean {
  return (
    !deepEqual(next.spec, previous.spec) ||
    !deepEqual(next.status, previous.status) ||
    next.metadata.deletionTimestamp !== previous.metadata.deletionTimestamp
  )
}

/** The announced fields; the other settings concern only the gateway. */
function hasAnnouncement(next: NetworkSettings, previous: NetworkSettings): boolean {
  return (
    !deepEqual(next.spec, previous.spec) ||
    !deepEqual({ ...next.status, conditions: [] }, { ...previous.status, conditions: [] })
  )
}

interface Surroundings {
  readonly settings: NetworkSettings
  readonly members: readonly NetworkConfig[]
  readonly cache: CacheReads
  readonly namespace: string
}

/** A tenant has one NetworkConfig for this cluster; if there are several by mistake, the first by name counts. */
function factsOf(peer: string, { settings, members, cache, namespace }: Surroundings): PeeringFacts {
  const { clusterId } = settings.spec
  const tenant = tenantNamespace(peer)
  const received = members.filter(({ metadata }) => metadata.namespace === tenant)
  return {
    clusterId,
    peer,
    driver: settings.spec.tunnel.driver,
    sent: members.find(
      ({ metadata }) => metadata.namespace === namespace && metadata.name === configName(clusterId, peer),
    ),
    received: received.toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1))[0],
    claim: cache.get(AddressClaim, { name: peer }),
  }
}

/** The cluster itself has this id: a peer with the same one can be neither named nor told apart. */
async function refuseOwnName(
  { client, now }: GroupContext,
  id: string,
  members: readonly NetworkConfig[],
): Promise<void> {
  const why = `the peer has the clusterId of this cluster, ${id}. Change clusterId in the NetworkSettings of one of the two`
  const conditions = { Accepted: no('DuplicateId', why) }
  for (const config of members)
    if (!config.metadata.deletionTimestamp)
      await writeStatus(NetworkConfig, config, { status: {}, conditions, client, fieldManager, now: now() }).catch(
        ignoreNotFound,
      )
}

interface Sender extends PeeringOptions {
  readonly settings: NetworkSettings
  readonly identity: string | undefined
  readonly peer: string
}

/** A patch, not an apply: an object that was deleted meanwhile must not be recreated. */
async function completeSent(
  ctx: GroupContext,
  { sent, received }: PeeringFacts,
  { settings, peer, announce, identity }: Sender,
): Promise<void> {
  if (!sent || sent.metadata.deletionTimestamp) return
  const { podCidr: pod, externalCidr: external } = settings.spec
  const tunnel = announce(peer, { settings, received, cache: ctx.cache })
  const known = identity === undefined ? {} : { identity }
  const wanted = { networks: { pod, external }, ...(tunnel ? { tunnel } : {}), ...known }
  const { networks, tunnel: present, identity: current } = sent.spec
  const isIdentityCurrent = identity === undefined || current === identity
  if (isIdentityCurrent && deepEqual({ networks, ...(present ? { tunnel: present } : {}), ...known }, wanted)) return
  const spec = { ...wanted, ...(tunnel ? { tunnel: { ...tunnel, detour: tunnel.detour ?? null } } : {}) }
  const { name, namespace, uid } = sent.metadata
  await ctx.client.patch(NetworkConfig, { name, namespace }, { metadata: { uid }, spec } as never).catch(ignoreNotFound)
}

interface Decided {
  readonly facts: PeeringFacts
  readonly decision: PeeringDecision
}

/** Returns whether a claim was created or changed. */
async function claimAddresses(ctx: GroupContext, peer: string, { facts, decision }: Decided): Promise<boolean> {
  const { claim } = facts
  if (decision.isReleased) {
    if (claim) await ctx.client.delete(AddressClaim, { name: peer }).catch(ignoreNotFound)
    return false
  }
  const { wanted, identity } = decision
  if (!wanted || (deepEqual(claim?.spec.wanted, wanted) && claim?.spec.identity === identity)) return false
  await ctx.client.apply(
    AddressClaim,
    { metadata: { name: peer }, spec: { wanted, ...(identity === undefined ? {} : { identity }) } },
    { fieldManager, force: true },
  )
  return true
}

async function answerPeer(ctx: GroupContext, peer: string, { facts, decision }: Decided): Promise<void> {
  const { received } = facts
  const { answer } = decision
  if (!received || !answer || received.metadata.deletionTimestamp) return
  const measured = ctx.cache.get(TunnelEndpoint, { name: peer })?.status
  const { device, publicKey, avoidedKey } = measured ?? {}
  const status = { networks: answer.networks, device, publicKey, avoidedKey }
  const { client, now } = ctx
  const conditions = { Accepted: answer.accepted }
  await writeStatus(NetworkConfig, received, { status, conditions, client, fieldManager, now: now() }).catch(
    ignoreNotFound,
  )
}

async function placeEndpoint(ctx: GroupContext, peer: string, { endpoint, isKept }: PeeringDecision): Promise<void> {
  if (isKept) return
  const present = ctx.cache.get(TunnelEndpoint, { name: peer })
  if (!endpoint) {
    if (present) await ctx.client.delete(TunnelEndpoint, { name: peer }).catch(ignoreNotFound)
    return
  }
  const all = ctx.cache.list(TunnelEndpoint).map(({ spec: other }) => other)
  const spec = { ...endpoint, order: admissionOrder(endpoint, { present: present?.spec, all }) }
  if (deepEqual(present?.spec, spec)) return
  await ctx.client.apply(TunnelEndpoint, { metadata: { name: peer }, spec }, { fieldManager, force: true })
}
