/** Updates the status of one original, and releases it from abandoned peers. */
import type { Client } from '@kubewright/client'
import { findCondition, type Condition, type KubeObject, type Ref, refOf } from '@kubewright/core'
import { deepEqual, getOwn } from '@kubewright/core/json'
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
  /** Whether the status of the replica at this peer may be written now: 0, or the milliseconds until its turn. */
  readonly turnOf: (peer: string) => number
  /** Whether the condition of the original may be written now: 0, or the milliseconds until then. */
  readonly conditionTurn: () => number
}

/**
 * @returns the milliseconds until the rest may be written: the status of the replica, or the condition; 0 if nothing is left to write
 *
 * Failure: rejects with the error of a failed request.
 */
export async function runHome(task: HomeRun): Promise<number> {
  const { kind, ref, peers, absent } = task
  const run = absent.size === 0 ? task : { ...task, peers: new Map([...knownAbsent(absent), ...peers]) }
  const home = kind.source.get(ref)
  if (home === undefined) return 0
  const destinations = kind.destinations(home)
  if (destinations === undefined) return 0
  const lost = lostIdentities(home, run)
  const asked = askedToAbandon(home)
  const given = lost.filter((identity) => asked.includes(identity) || asked.includes('*'))
  if (given.length > 0) return await abandon(run, home, given)
  return await report(run, home, destinations, outcomesOf(run, home, destinations, lost))
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

async function abandon(run: HomeRun, home: KubeObject, identities: readonly string[]): Promise<number> {
  await releaseFinalizers(run, home, identities)
  run.abandoned(home, identities)
  return 0
}

/** An original, and how to write it. */
export interface Releasing {
  readonly client: Client
  readonly kind: HomeKind
  readonly signal?: AbortSignal | undefined
}

/** Removes from the original the finalizers of abandoned clusters: their replicas stay. */
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
    if (!peers.has(name) && !isGoing) outcomes.set(name, problem('PeerUnknown', unknownPeer))
  }
  for (const identity of lost) outcomes.set(identity, problem('PeerLost', lostMessage(identity)))
  return outcomes
}

const unknownPeer = 'There is no peer of this name. Add it, or correct the destination of the object.'

function lostMessage(identity: string): string {
  return `The cluster ${identity} may have a replica and is no longer a peer. Add it again, or set the annotation ${abandonAnnotation} to ${identity} to leave the replica there.`
}

async function report(
  run: HomeRun,
  home: KubeObject,
  destinations: readonly string[],
  outcomes: ReadonlyMap<string, Outcome | undefined>,
): Promise<number> {
  const { kind, peers, now } = run
  const isOver = outcomes.size === 0 && home.metadata.deletionTimestamp === undefined
  if (isOver && (isReplica(home) || !isMarked(home))) return 0
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
  if (!bringsStatus(returning)) return await writeCondition(run, returning)
  const waitMs = run.turnOf(leader)
  if (waitMs > 0) return Math.min(waitMs, (await writeCondition(run, withoutReturn(returning))) || waitMs)
  await returnStatus(run, returning, outcomes, leader)
  return 0
}

/** Paced for each object: a peer that deletes its replicas again and again changes the condition as often. */
async function writeCondition(run: HomeRun, returning: Returning): Promise<number> {
  if (statusPatch(returning) === undefined) return 0
  const waitMs = run.conditionTurn()
  if (waitMs === 0) await writeStatus(run, returning)
  return waitMs
}

/** While the status waits for its turn, a refusal that is already reported stays. */
function withoutReturn(returning: Returning): Returning {
  const reported = conditionOf(returning.home)?.reason
  return { ...returning, replica: undefined, ...(reported === 'StatusRejected' ? { verdict: undefined } : {}) }
}

async function returnStatus(
  run: HomeRun,
  returning: Returning,
  outcomes: ReadonlyMap<string, Outcome | undefined>,
  leader: string,
): Promise<void> {
  const { kind } = run
  try {
    await writeStatus(run, returning)
  } catch (error) {
    if (!isRefusedStatus(returning, error)) throw error
    const outcome = problem('StatusRejected', refusalOf(error))
    const alone = { ...returning, replica: undefined, verdict: verdictOf(new Map([...outcomes, [leader, outcome]])) }
    if (!kind.keepsConditions || statusPatch(alone) !== undefined) run.refused(leader, error)
    await writeStatus(run, alone)
    throw error // retried: the schema may be corrected
  }
}

function refusalOf(error: unknown): string {
  const { reason, message } = failureOf(error)
  const advice =
    reason === 'TooLarge'
      ? 'With it, the original would exceed the size limit of the server. Make the status there or the original smaller.'
      : 'Install the same version of the CRD in both clusters, or correct the status there.'
  return `The home cluster refuses the status of the replica. ${advice} Its answer: ${message}`
}

/** Whether the server refuses the content, and part of that comes from the replica. */
function isRefusedStatus(returning: Returning, error: unknown): boolean {
  const { reason } = failureOf(error)
  if (reason !== 'Rejected' && reason !== 'TooLarge') return false
  return bringsStatus(returning)
}

/** Whether the replica changes what is written. */
function bringsStatus(returning: Returning): boolean {
  if (returning.replica === undefined) return false
  const patch = statusPatch(returning)
  return patch !== undefined && !deepEqual(patch, statusPatch({ ...returning, replica: undefined }))
}

async function writeStatus({ kind, client, signal }: HomeRun, returning: Returning): Promise<void> {
  const { home, verdict } = returning
  const patch = statusPatch(returning)
  if (patch === undefined) return
  const written = await client.status.patch(kind.resource as never, refOf(home), patch as never, {
    signal,
    fieldManager,
  })
  const isSaid = verdict === undefined || verdict === 'none' || conditionOf(written as KubeObject) !== undefined
  if (!isSaid) kind.keepsConditions = false
}

/** Kinds without a status report problems in an annotation. */
async function reportWithoutStatus(run: HomeRun, home: KubeObject, text = ''): Promise<number> {
  const { kind, client, signal } = run
  const said = getOwn(home.metadata.annotations, problemAnnotation) ?? ''
  if (said === text) return 0
  const waitMs = run.conditionTurn()
  if (waitMs > 0) return waitMs
  const { uid, resourceVersion } = home.metadata
  const annotations = { [problemAnnotation]: text === '' ? null : text }
  const patch = { metadata: { uid, resourceVersion, annotations } }
  await client.patch(kind.resource, refOf(home), patch as never, { signal, fieldManager })
  return 0
}

function conditionOf(object: KubeObject): Condition | undefined {
  const { status } = object as { readonly status?: { readonly conditions?: readonly Condition[] } }
  return findCondition(status?.conditions, conditionType)
}
