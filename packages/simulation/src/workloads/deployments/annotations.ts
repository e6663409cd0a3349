/** The annotations that a Deployment stores on its ReplicaSets. Pure. */
import type { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import {
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
  revisionAnnotation,
  revisionHistoryAnnotation,
} from '../../names.ts'
import { maxSurge } from './rolling-limits.ts'

type Annotated = { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } }
type Annotations = Readonly<Record<string, string>>

/** Annotations that concern only the Deployment itself. */
const notCopied = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deprecated.deployment.rollback.to',
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
])

/** 0 without a revision. */
export function revisionOf({ metadata }: Annotated): number {
  const revision = Number(metadata.annotations?.[revisionAnnotation] ?? 0)
  return Number.isSafeInteger(revision) ? revision : 0
}

/** One more than the latest of the others. */
export function nextRevision(others: readonly ReplicaSet[]): number {
  return Math.max(0, ...others.map(revisionOf)) + 1
}

export function desiredReplicasOf(set: ReplicaSet): number | undefined {
  return numberIn(set, desiredReplicasAnnotation)
}

export function maxReplicasOf(set: ReplicaSet): number | undefined {
  return numberIn(set, maxReplicasAnnotation)
}

/** The desired and the maximum replicas of the Deployment when the set was last scaled. */
export function sizeAnnotations(deployment: Deployment): Annotations {
  const { replicas = 1 } = deployment.spec
  return {
    [desiredReplicasAnnotation]: String(replicas),
    [maxReplicasAnnotation]: String(replicas + maxSurge(deployment)),
  }
}

/** The annotations of the current ReplicaSet: those of the Deployment, its revision, and the history of its earlier revisions. */
export function annotationsOfNew(deployment: Deployment, set: Annotated, revision: number): Annotations {
  const before = set.metadata.annotations ?? {}
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => !notCopied.has(name))
  const annotations = { ...before, ...Object.fromEntries(copied) }
  const old = revisionOf(set)
  if (old >= revision) return annotations
  const history = [before[revisionHistoryAnnotation], before[revisionAnnotation]].filter(Boolean).join(',')
  return {
    ...annotations,
    [revisionAnnotation]: String(revision),
    ...(history === '' ? {} : { [revisionHistoryAnnotation]: history }),
  }
}

function numberIn({ metadata }: Annotated, name: string): number | undefined {
  const text = metadata.annotations?.[name]
  const value = Number(text)
  return text === undefined || !Number.isInteger(value) ? undefined : value
}
