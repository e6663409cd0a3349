/**
 * The decision about a peering, from its two NetworkConfigs: pure, independent of history.
 *
 * - A peer's announced networks stay claimed as long as either side has its NetworkConfig: an assignment is released only when both are
 *   gone.
 * - Nodes connect only while both sides want it and both have answered.
 */
import { no, type Verdict, yes } from '@kubewright/core'
import { parseCidr } from '../address/cidr.ts'
import { parseIpv4 } from '../address/ipv4.ts'
import type { AddressClaim } from '../resource/address-claim.ts'
import type { NetworkConfig } from '../resource/network-config.ts'
import type { NetworkSettings } from '../resource/network-settings.ts'
import type { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'

/** A pair of networks, as strings. */
export interface NetworkTexts {
  readonly pod: string
  readonly external: string
}

export interface PeeringFacts {
  /** The identities of this cluster and of the peer. */
  readonly clusterId: string
  readonly peer: string
  /** The tunnel driver of this cluster. */
  readonly driver: NetworkSettings['spec']['tunnel']['driver']
  /** From this cluster to the peer. */
  readonly sent: NetworkConfig | undefined
  /** From the peer to this cluster. */
  readonly received: NetworkConfig | undefined
  readonly claim: AddressClaim | undefined
}

export interface PeeringDecision {
  /** The networks to claim for the peer; `undefined` leaves a claim unchanged. */
  readonly wanted?: NetworkTexts | undefined
  /** The identity of the peer's cluster to record in the claim. */
  readonly identity?: string | undefined
  /** Both sides are done: the claim may be deleted. */
  readonly isReleased: boolean
  /** The endpoint that nodes connect to; `undefined` if there must be none. */
  readonly endpoint?: TunnelEndpoint['spec'] | undefined
  /** An existing endpoint stays as it is: what was received is from another cluster. */
  readonly isKept?: boolean | undefined
  /** The answer to the peer. */
  readonly answer?: { readonly networks?: NetworkTexts | undefined; readonly accepted: Verdict } | undefined
}

export function decidePeering({ clusterId, peer, driver, sent, received, claim }: PeeringFacts): PeeringDecision {
  const isReleased = !sent && !received
  if (!received) return { isReleased }
  const problem = misaddressed(received, { from: peer, to: clusterId }) ?? problemOf(received, driver)
  if (problem !== undefined) return { isReleased, answer: { accepted: no('Invalid', problem) } }
  const { networks } = received.spec
  if (!networks) return { isReleased, answer: { accepted: no('Incomplete', 'the sender has not named its networks') } }
  const duplicate = duplicateOf(received, claim)
  if (duplicate !== undefined) return refuseDuplicate(duplicate, { isReleased, sent, received, claim })
  const given = isFor(claim, networks) && isAssigned(claim) ? claim?.status?.given : undefined
  return {
    isReleased,
    wanted: received.metadata.deletionTimestamp ? undefined : networks,
    identity: received.spec.identity,
    answer: given ? { networks: given, accepted: yes('Assigned') } : { accepted: waiting(claim) },
    endpoint: endpointOf({ sent, received, given }),
  }
}

/** An earlier claim may be for networks that the peer no longer uses. */
function isFor(claim: AddressClaim | undefined, { pod, external }: NetworkTexts): boolean {
  return claim?.spec.wanted.pod === pod && claim.spec.wanted.external === external
}

/** An assignment that overlaps another network stays recorded, but nothing is routed to it. */
function isAssigned(claim: AddressClaim | undefined): boolean {
  return assignedOf(claim)?.status !== 'False'
}

function assignedOf(claim: AddressClaim | undefined) {
  return claim?.status?.conditions?.find(({ type }) => type === 'Assigned')
}

/** Two clusters may have chosen the same id. The first one that was accepted has it, as long as its claim exists. */
function duplicateOf({ spec: { from, identity } }: NetworkConfig, claim: AddressClaim | undefined): string | undefined {
  const known = claim?.spec.identity
  if (known === undefined || known === identity) return undefined
  const other =
    identity === undefined
      ? 'a cluster that announces no UID, such as one whose gateway may not read it'
      : `the cluster with the UID ${identity}`
  return (
    `${from} is the cluster with the kube-system UID ${known}, and this comes from ${other}. ` +
    'Give one of them another clusterId. If the same cluster was rebuilt, delete the NetworkConfigs of both sides and peer again'
  )
}

/** The cluster that was accepted first stays connected, and keeps its answer. */
function refuseDuplicate(
  why: string,
  {
    isReleased,
    sent,
    received,
    claim,
  }: Pick<PeeringFacts, 'sent' | 'claim'> & { isReleased: boolean; received: NetworkConfig },
): PeeringDecision {
  const isLeaving = !sent || sent.metadata.deletionTimestamp || received.metadata.deletionTimestamp
  const networks = isAssigned(claim) ? claim?.status?.given : undefined
  return { isReleased, answer: { networks, accepted: no('DuplicateId', why) }, isKept: !isLeaving }
}

function waiting(claim: AddressClaim | undefined): Verdict {
  const assigned = assignedOf(claim)
  return no(
    assigned?.status === 'False' ? assigned.reason : 'Pending',
    assigned?.message ?? 'waiting for an address assignment',
  )
}

interface Agreement {
  readonly sent: NetworkConfig | undefined
  readonly received: NetworkConfig
  readonly given: NetworkTexts | undefined
}

function endpointOf({ sent, received, given }: Agreement): TunnelEndpoint['spec'] | undefined {
  const local = sent?.status?.networks
  const { tunnel } = received.spec
  if (!sent || !local || !given || !tunnel) return undefined
  if (sent.metadata.deletionTimestamp || received.metadata.deletionTimestamp) return undefined
  const { reachable } = sent.spec
  return { remote: given, local, tunnel, ...(reachable ? { reachable } : {}) }
}

/** The namespace authenticates the sender; the spec must agree. */
function misaddressed({ spec }: NetworkConfig, { from, to }: { from: string; to: string }): string | undefined {
  if (spec.from === from && spec.to === to) return undefined
  return `it is from ${from} to ${to}, but its spec says from ${spec.from} to ${spec.to}`
}

/** Values from another cluster are validated before use. */
function problemOf({ spec: { networks, tunnel } }: NetworkConfig, driver: PeeringFacts['driver']): string | undefined {
  if (tunnel && tunnel.driver !== driver)
    return `its tunnel is ${tunnel.driver} and that of this cluster is ${driver}. Set spec.tunnel.driver of both NetworkSettings to the same`
  try {
    if (networks) for (const text of [networks.pod, networks.external]) parseCidr(text)
    if (tunnel?.address !== undefined) parseIpv4(tunnel.address)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
