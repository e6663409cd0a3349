/**
 * The rules of replication as one pure function: the next write, given an original, its replica at one peer and whether it is wanted.
 *
 * Guarantees
 * - The content of a replica comes only from its original, and only the status of a replica flows back.
 * - A replica is created only where no object exists, and changed or deleted only in a version whose origin is this cluster.
 * - A replica is never deleted in order to change it. The replica of an earlier original of the same name is adopted.
 * - An original has a finalizer before its replica is created, and loses it only when the peer has confirmed that no replica is left. A
 *   replica without an original is deleted only when the home cluster has confirmed that there is none.
 *
 * See decision 0332.
 */
import { type KubeObject, type Ref, refOf } from '@kubewright/core'
import type { JsonObject } from '@kubewright/core/json'
import { missingPaths, contentOf } from './content.ts'
import { finalizerOf, replicaNameProblem } from './names.ts'
import { isReplica, originOf } from './origin.ts'
import { type Outcome, problem, synced } from './outcome.ts'
import { type CopyRules, creationOf, replicaPatch, type SettledContent, wantedReplica } from './replica.ts'

/** All inputs for one original at one peer. */
export interface Situation {
  readonly home: KubeObject | undefined
  readonly replica: KubeObject | undefined
  /** Whether the original is selected and destined for the peer. */
  readonly isWanted: boolean
  /** Whether `home` was read live from the home cluster, not from a cache. */
  readonly isHomeConfirmed: boolean
  /** Whether `replica` was read live from the peer. */
  readonly isReplicaConfirmed: boolean
  /** The identity of the home cluster. */
  readonly origin: string
  /** The identity of the peer. */
  readonly peer: string
  readonly rules: CopyRules
  readonly settled: SettledContent | undefined
}

/** One request. The situation is evaluated again after each. */
export type Step =
  /** Live read of the original, to confirm that it is gone. */
  | { readonly do: 'confirm-home' }
  /** Live read of the replica, to confirm that it is gone. */
  | { readonly do: 'confirm-replica' }
  /** Merge patch of the original, with uid and resourceVersion. */
  | { readonly do: 'patch-home'; readonly ref: Ref; readonly patch: JsonObject }
  | { readonly do: 'create-replica'; readonly object: JsonObject }
  /** Merge patch of the replica, with uid and resourceVersion. */
  | { readonly do: 'patch-replica'; readonly patch: JsonObject }
  /** Deletes the replica in the version whose origin was checked. */
  | { readonly do: 'delete-replica'; readonly uid: string; readonly resourceVersion: string }

/** Either the next step, or the final outcome if there is none. */
export type Decision =
  | { readonly step: Step; readonly outcome?: undefined }
  | { readonly step?: undefined; readonly outcome: Outcome | undefined }

/** The next step for one original at one peer. */
export function decide(situation: Situation): Decision {
  const { home, replica, origin } = situation
  if (replica !== undefined && originOf(replica) !== origin) return occupied(replica, situation)
  if (home === undefined) return withoutHome(situation)
  const isGoing = home.metadata.deletionTimestamp !== undefined
  return isGoing || !situation.isWanted || isReplica(home) ? withdraw(home, situation) : maintain(home, situation)
}

/** The replica's name is taken by a foreign object. It is left alone, and blocks nothing. */
function occupied(replica: KubeObject, { home, isWanted, ...situation }: Situation): Decision {
  if (home === undefined) return rest()
  if (home.metadata.deletionTimestamp !== undefined || !isWanted) {
    return withdraw(home, { ...situation, home, isWanted, replica: undefined })
  }
  const { namespace, name } = replica.metadata
  const message = `${namespace}/${name} exists there and is no replica of this object. Rename or delete it.`
  return rest(problem('Occupied', message))
}

function withoutHome({ replica, isHomeConfirmed }: Situation): Decision {
  if (replica === undefined) return rest()
  if (!isHomeConfirmed) return next({ do: 'confirm-home' })
  return replica.metadata.deletionTimestamp === undefined ? deletion(replica) : rest()
}

function withdraw(home: KubeObject, { replica, isReplicaConfirmed, peer }: Situation): Decision {
  if (replica !== undefined) {
    return replica.metadata.deletionTimestamp === undefined ? deletion(replica) : rest(terminating(replica))
  }
  if (!holds(home, peer)) return rest()
  if (!isReplicaConfirmed) return next({ do: 'confirm-replica' })
  return next(
    finalizersPatch(
      home,
      (home.metadata.finalizers ?? []).filter((one) => one !== finalizerOf(peer)),
    ),
  )
}

function maintain(home: KubeObject, { replica, origin, peer, rules, settled }: Situation): Decision {
  const misfit = replicaNameProblem(refOf(home))
  if (misfit !== undefined) return rest(problem('NameDoesNotFit', `${misfit}. Use a shorter name.`))
  if (!holds(home, peer)) return next(finalizersPatch(home, [...(home.metadata.finalizers ?? []), finalizerOf(peer)]))
  const wanted = wantedReplica(home, origin, rules)
  if (replica === undefined) return next({ do: 'create-replica', object: creationOf(wanted) })
  if (replica.metadata.deletionTimestamp !== undefined) return rest(terminating(replica))
  const patch = replicaPatch(wanted, replica, settled)
  if (patch !== undefined) return next({ do: 'patch-replica', patch })
  const missing = missingPaths(wanted.content, contentOf(replica))
  return rest(missing.length === 0 ? synced : schemaDiffers(missing))
}

function holds({ metadata }: KubeObject, peer: string): boolean {
  return metadata.finalizers?.includes(finalizerOf(peer)) ?? false
}

/** With the resourceVersion that was read: finalizers are a list, and other clients may write it concurrently. */
export function finalizersPatch(home: KubeObject, finalizers: readonly string[]): Step & { do: 'patch-home' } {
  const { uid, resourceVersion } = home.metadata
  return { do: 'patch-home', ref: refOf(home), patch: { metadata: { uid, resourceVersion, finalizers } } }
}

function deletion({ metadata }: KubeObject): Decision {
  const { uid, resourceVersion } = metadata
  return next({ do: 'delete-replica', uid, resourceVersion })
}

function terminating({ metadata }: KubeObject): Outcome {
  const held = metadata.finalizers?.join(', ') ?? 'none'
  return problem('ReplicaTerminating', `The replica is being deleted there; finalizers that hold it: ${held}.`)
}

function schemaDiffers(missing: readonly string[]): Outcome {
  const fields = missing.join(', ')
  const advice = 'Install the same version of the CRD, or find the mutating webhook there.'
  return problem('SchemaDiffers', `The server there drops or changes ${fields}. ${advice}`)
}

function next(step: Step): Decision {
  return { step }
}

function rest(outcome?: Outcome): Decision {
  return { outcome }
}
