/**
 * Assigns networks to claims. The ledger is the source of truth: it is read first, then the claims, then written with the resourceVersion
 * that was read. So a claim in the ledger is never missed, and one of two concurrent writers gets a conflict.
 */
import { ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { again, type Controller, defineGroupController, done, type GroupContext, watch } from '@kubewright/controller'
import { no, type Verdict, yes } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { Node } from '@kubewright/kubernetes'
import type { AddressRanges, Assignment, ReservedNetwork } from '../address/assign-addresses.ts'
import { type Cidr, formatCidr, parseCidr } from '../address/cidr.ts'
import { tryParseIpv4 } from '../address/ipv4.ts'
import type { ViewedNode } from '../agent/cluster-view.ts'
import { Debounce } from '../debounce.ts'
import { AddressClaim } from '../resource/address-claim.ts'
import { AddressLedger, ledgerName } from '../resource/address-ledger.ts'
import { NetworkConfig } from '../resource/network-config.ts'
import { NetworkSettings, settingsName } from '../resource/network-settings.ts'
import { assignClaims, ledgerEntries } from './assign-claims.ts'
import { writeStatus } from './write-status.ts'

const fieldManager = 'network-addresses'

/** All claims are one group: each assignment depends on all others. */
const group = 'claims'

/** Debounce: each run reads all claims and rewrites the ledger, so peers that arrive together are served together. */
const pauseMs = 200

/** The controller that assigns a network in this cluster to every AddressClaim, and records it in the AddressLedger. */
export function addressController(): Controller {
  const debounce = new Debounce(pauseMs)
  return defineGroupController({
    name: fieldManager,
    for: AddressClaim,
    by: () => group,
    watches: [
      watch(NetworkSettings, { requests: () => [{ name: group }] }),
      watch(Node, { requests: () => [{ name: group }], when: hasOtherAddresses }),
      watch(NetworkConfig, { requests: () => [{ name: group }], when: hasOtherGateway }),
    ],
    uses: [
      { resource: AddressLedger, verbs: ['get', 'create', 'update'], because: 'records assigned networks' },
      { resource: AddressClaim, subresource: 'status', verbs: ['patch'], because: 'assigns networks to peers' },
    ],
    resync: '10m',
    async reconcile(_, _members, ctx) {
      const settings = ctx.cache.get(NetworkSettings, { name: settingsName })
      if (!settings) return done()
      const waitMs = debounce.remainingMs(ctx.clock.elapsed())
      if (waitMs > 0) return again(waitMs)
      const ledger = await readLedger(ctx)
      const { items: claims } = await ctx.client.list(AddressClaim)
      const assignments = assignClaims(claims, {
        entries: ledger.spec.assigned,
        ranges: { ...rangesOf(settings, ctx.cache.list(Node)), avoided: gatewaysOf(ctx.cache.list(NetworkConfig)) },
      })
      const assigned = ledgerEntries(assignments)
      if (!deepEqual(assigned, ledger.spec.assigned))
        await ctx.client.update(AddressLedger, { ...ledger, spec: { assigned } })
      await reportAll(ctx, claims, assignments)
      debounce.ended(ctx.clock.elapsed())
      return done()
    },
  })
}

function addressesOf({ metadata, status }: ViewedNode): ReservedNetwork[] {
  const found = (status?.addresses ?? []).map(({ address }) => tryParseIpv4(address))
  return found.flatMap((base) =>
    base === undefined ? [] : [{ cidr: { base, bits: 32 }, usedBy: `node ${metadata.name}` }],
  )
}

async function readLedger({ client }: GroupContext): Promise<AddressLedger> {
  const stored = await client.get(AddressLedger, { name: ledgerName }).catch(ignoreNotFound)
  if (stored) return stored
  try {
    return await client.create(AddressLedger, { metadata: { name: ledgerName }, spec: { assigned: [] } })
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
    return client.get(AddressLedger, { name: ledgerName })
  }
}

/** Nodes update their status every few seconds; their addresses rarely change. */
export function hasOtherAddresses(next: Node, before: Node | undefined): boolean {
  return !before || !deepEqual(next.status?.addresses, before.status?.addresses)
}

function hasOtherGateway(next: NetworkConfig, before: NetworkConfig | undefined): boolean {
  return next.spec.tunnel?.address !== before?.spec.tunnel?.address
}

/** The addresses of all gateways, those of peers and of this cluster. Invalid ones are rejected where they are used. */
function gatewaysOf(configs: readonly NetworkConfig[]): Cidr[] {
  const addresses = new Set(configs.map(({ spec: { tunnel } }) => tunnel?.address && tryParseIpv4(tunnel.address)))
  return [...addresses].flatMap((base) => (typeof base === 'number' ? [{ base, bits: 32 }] : []))
}

/**
 * The networks in use by this cluster: its pods, its nodes, and those configured by the administrator.
 *
 * Failure: `KW_NETWORK_ADDRESS` if a configured value is not an IPv4 network.
 */
export function rangesOf({ spec }: Pick<NetworkSettings, 'spec'>, nodes: readonly ViewedNode[] = []): AddressRanges {
  const own = [
    { cidr: spec.podCidr, usedBy: 'the pods of this cluster' },
    { cidr: spec.externalCidr, usedBy: 'the external network of this cluster' },
    ...spec.reserved,
  ]
  return {
    pools: spec.pools.map(parseCidr),
    reserved: [...own.map(({ cidr, usedBy }) => ({ cidr: parseCidr(cidr), usedBy })), ...nodes.flatMap(addressesOf)],
  }
}

/** The maximum number of concurrent status writes. */
const reportsAtOnce = 8

async function reportAll(
  ctx: GroupContext,
  claims: readonly AddressClaim[],
  assignments: ReadonlyMap<string, Assignment>,
): Promise<void> {
  for (let start = 0; start < claims.length; start += reportsAtOnce)
    await Promise.all(claims.slice(start, start + reportsAtOnce).map((claim) => report(ctx, claim, assignments)))
}

async function report(
  { client, now }: GroupContext,
  claim: AddressClaim,
  assignments: ReadonlyMap<string, Assignment>,
): Promise<void> {
  const { name } = claim.metadata
  const [pod, external] = [assignments.get(`${name}/pod`), assignments.get(`${name}/external`)]
  const given =
    pod?.given && external?.given ? { pod: formatCidr(pod.given), external: formatCidr(external.given) } : undefined
  const conditions = { Assigned: verdictOf(pod, external) }
  await writeStatus(AddressClaim, claim, { status: { given }, conditions, client, fieldManager, now: now() })
}

function verdictOf(...assignments: readonly (Assignment | undefined)[]): Verdict {
  if (assignments.some((assignment) => !assignment))
    return no('Invalid', 'a network in spec.wanted is not an IPv4 network')
  const problem = assignments.find((assignment) => assignment?.problem)?.problem
  return problem ? no(problem.reason, problem.message) : yes('Assigned')
}
