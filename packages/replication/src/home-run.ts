/** Updates the status of one original, and releases it from abandoned peers. */
import type { Client } from '@kubewright/client'
import { deepEqual, findCondition, getOwn, type Condition, type KubeObject, type Ref, refOf } from '@kubewright/core'
import { finalizersPatch } from './decide.ts'
import { failureOf } from './failure.ts'
import type { HomeKind } from './home-kind.ts'
import {
  abandonAnnotation,
  conditionType,
  fieldManager,
  finalizerOf,
  heldIdentities,
  problemAnnotation,
} from './names.ts'
import { isReplica } from './origin.ts'
import type { AbsentPeer } from './peers.ts'
import { type Outcome, problem, verdictOf } from './outcome.ts'
import { isMarked, type Returning, statusPatch } from './status-return.ts'

/** A peer, as far as originals are concerned. */
export interface KnownPeer {
  readonly identity: string
  problemOf(kind: HomeKind): Outcome | undefined
  replica(kind: HomeKind, ref: Ref): KubeObject | undefined
}

export interface HomeRun {
  readonly kind: HomeKind
  readonly ref: Ref
  readonly client: Client
  /** By name. */
  readonly peers: ReadonlyMap<string, KnownPeer>
  /** Unavailable peers, by name. */
  readonly absent: ReadonlyMap<string, AbsentPeer>
  readonly now: number
  readonly signal: AbortSignal
  /** Called when replicas may be left at a cluster that is no longer a peer. */
  readonly abandoned: (home: KubeObject, identities: readonly string[]) => void
  /** Called when the home cluster refuses the status of a replica; once, if the original can say so in its condition. */
  readonly refused: (peer: string, error: unknown) => void
}

/** Failure: rejects with the error of a failed request. */
export async function runHome(task: HomeRun): Promise<void> {
  const { kind, ref, peers, absent } = task
  const run = absent.size === 0 ? task : { ...task, peers: new Map([...knownAbsent(absent), ...peers]) }
  const home = kind.source.get(ref)
  if (home === undefined) return
  const destinations = kind.destinations(home)
  if (destinations === undefined) return
  const lost = lostIdentities(home, run)
  const asked = askedToAbandon(home)
  const given = lost.filter((identity) => asked.includes(identity) || asked.includes('*'))
  if (given.length > 0) return await abandon(run, home, given)
  await report(run, home, destinations, outcomesOf(run, home, destinations, lost))
}

function knownAbsent(absent: HomeRun['absent']): readonly (readonly [string, KnownPeer])[] {
  return [...absent].map(([name, { identity = '', problem: why }]) => {
    return [name, { identity, problemOf: () => why, replica: () => undefined }] as const
  })
}

/** Clusters that may hold a replica but are not peers. */
function lostIdentities(home: KubeObject, { peers }: HomeRun): readonly string[] {
  const known = new Set([...peers.values()].map(({ identity }) => identity))
  return heldIdentities(home.metadata.finalizers).filter((identity) => !known.has(identity))
}

function askedToAbandon({ metadata }: KubeObject): readonly string[] {
  return (getOwn(metadata.annotations, abandonAnnotation) ?? '').split(',').map((identity) => identity.trim())
}

async function abandon(run: HomeRun, home: KubeObject, identities: readonly string[]): Promise<void> {
  await releaseFinalizers(run, home, identities)
  run.abandoned(home, identities)
}

/** An original, and how to write it. */
export interface Releasing {
  readonly client: Client
  readonly kind: HomeKind
  readonly signal?: AbortSignal | undefined
}

/** Removes the finalizers of clusters whose replicas will no longer be deleted. */
export async function releaseFinalizers(
  { client, kind, signal }: Releasing,
  home: KubeObject,
  identities: readonly string[],
): Promise<void> {
  const going = new Set(identities.map(finalizerOf))
  const left = (home.metadata.finalizers ?? []).filter((one) => !going.has(one))
  const { ref, patch } = finalizersPatch(home, left)
  await client.patch(kind.resource, ref, patch as never, { signal, fieldManager })
}

function outcomesOf(
  { kind, peers }: HomeRun,
  home: KubeObject,
  destinations: readonly string[],
  lost: readonly string[],
): ReadonlyMap<string, Outcome | undefined> {
  const outcomes = new Map<string, Outcome | undefined>()
  const isGoing = home.metadata.deletionTimestamp !== undefined
  const seen = new Set<string>()
  for (const [name, peer] of peers) {
    // If several peers share an identity, only the first may hold a replica.
    const isHeld = !seen.has(peer.identity) && (home.metadata.finalizers?.includes(finalizerOf(peer.identity)) ?? false)
    seen.add(peer.identity)
    if (!destinations.includes(name) && !isHeld) continue
    outcomes.set(name, peer.problemOf(kind) ?? kind.outcome(refOf(home), name))
  }
  for (const name of destinations) {
    if (!peers.has(name) && !isGoing) outcomes.set(name, problem('PeerUnknown', 'There is no peer of this name.'))
  }
  for (const identity of lost) outcomes.set(identity, problem('PeerLost', lostMessage(identity)))
  return outcomes
}

function lostMessage(identity: string): string {
  return `The cluster ${identity} may hold a replica and is no peer any more. Add it again, or set the annotation ${abandonAnnotation} to ${identity} to leave the replica there.`
}

async function report(
  run: HomeRun,
  home: KubeObject,
  destinations: readonly string[],
  outcomes: ReadonlyMap<string, Outcome | undefined>,
): Promise<void> {
  const { kind, peers, now } = run
  const isOver = outcomes.size === 0 && home.metadata.deletionTimestamp === undefined
  if (isOver && (isReplica(home) || !isMarked(home))) return
  const verdict = isOver ? undefined : verdictOf(outcomes)
  if (!kind.hasStatus) return reportWithoutStatus(run, home, verdict?.status === 'False' ? verdict.message : undefined)
  const leader = destinations[0] ?? ''
  const replica = peers.get(leader)?.replica(kind, refOf(home))
  const returning = {
    home,
    replica,
    verdict: isOver ? 'none' : verdict,
    keepsConditions: kind.keepsConditions,
    now,
  } as const
  try {
    await writeStatus(run, returning)
  } catch (error) {
    if (!isRefusedStatus(returning, error)) throw error
    const outcome = problem('StatusRejected', `${rejectedAdvice} Its answer: ${failureOf(error).message}`)
    const alone = { ...returning, replica: undefined, verdict: verdictOf(new Map([...outcomes, [leader, outcome]])) }
    if (!kind.keepsConditions || statusPatch(alone) !== undefined) run.refused(leader, error)
    await writeStatus(run, alone)
    throw error // retried: the schema may be corrected
  }
}

const rejectedAdvice =
  'The home cluster refuses the status of the replica. Install the same version of the CRD in both clusters, or correct the status there.'

/** Whether the server refuses the content, and part of that comes from the replica. */
function isRefusedStatus(returning: Returning, error: unknown): boolean {
  const { reason } = failureOf(error)
  if (reason !== 'Rejected' && reason !== 'TooLarge') return false
  return !deepEqual(statusPatch(returning), statusPatch({ ...returning, replica: undefined }))
}

async function writeStatus({ kind, client, signal }: HomeRun, returning: Returning): Promise<void> {
  const { home, verdict } = returning
  const patch = statusPatch(returning)
  if (patch === undefined) return
  const written = await client.status.patch(kind.resource as never, refOf(home), patch as never, {
    signal,
    fieldManager,
  })
  const isSaid = verdict === undefined || verdict === 'none' || hasCondition(written as KubeObject)
  if (!isSaid) kind.keepsConditions = false
}

/** Kinds without a status report problems in an annotation. */
async function reportWithoutStatus({ kind, client, signal }: HomeRun, home: KubeObject, text = ''): Promise<void> {
  const said = getOwn(home.metadata.annotations, problemAnnotation) ?? ''
  if (said === text) return
  const { uid, resourceVersion } = home.metadata
  const annotations = { [problemAnnotation]: text === '' ? null : text }
  const patch = { metadata: { uid, resourceVersion, annotations } }
  await client.patch(kind.resource, refOf(home), patch as never, { signal, fieldManager })
}

function hasCondition(object: KubeObject): boolean {
  const { status } = object as { readonly status?: { readonly conditions?: readonly Condition[] } }
  return findCondition(status?.conditions, conditionType) !== undefined
}
