/** The ReplicaSets of a Deployment: the current and the old ones. Pure. */
import { ownerReferenceTo } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { parseTime } from '@kubewright/core/time'
import type { Deployment, ReplicaSet, ReplicaSetInput } from '@kubewright/kubernetes'
import type { PodTemplateSpec } from '@kubewright/kubernetes/core/v1'
import { templateHashLabel } from '../../names.ts'
import { isGoing } from '../pod-state.ts'
import { templateHash } from '../template-hash.ts'
import { annotationsOfNew, nextRevision, revisionOf, sizeAnnotations } from './annotations.ts'
import { wantedOfNew } from './rolling-update.ts'

export interface History {
  /** The ReplicaSet of the Deployment's template, if it exists. */
  readonly current: ReplicaSet | undefined
  /** All others, oldest first. */
  readonly old: readonly ReplicaSet[]
  readonly all: readonly ReplicaSet[]
}

export function historyOf(deployment: Deployment, sets: readonly ReplicaSet[]): History {
  const all = [...sets].sort(byAge)
  const current = all.find(({ spec }) => isSameTemplate(spec.template, deployment.spec.template))
  return { all, current, old: all.filter((set) => set !== current) }
}

/** Sets with desired replicas. */
export function withReplicas(sets: readonly ReplicaSet[]): readonly ReplicaSet[] {
  return sets.filter(({ spec }) => (spec.replicas ?? 1) > 0)
}

export function byAge(one: ReplicaSet, two: ReplicaSet): number {
  const apart = parseTime(one.metadata.creationTimestamp) - parseTime(two.metadata.creationTimestamp)
  return apart !== 0 ? apart : one.metadata.name < two.metadata.name ? -1 : 1
}

/** Ignores the added template hash. */
export function isSameTemplate(one: PodTemplateSpec, two: PodTemplateSpec): boolean {
  return deepEqual(withoutHash(one), withoutHash(two))
}

function withoutHash({ metadata = {}, spec }: PodTemplateSpec): PodTemplateSpec {
  const { [templateHashLabel]: _, ...labels } = metadata.labels ?? {}
  return { metadata: { ...metadata, labels }, spec }
}

/** The ReplicaSet to create for the Deployment's template. */
export function newReplicaSet(deployment: Deployment, { all, old }: History): ReplicaSetInput {
  const { metadata, spec, status } = deployment
  const hash = templateHash(spec.template, status?.collisionCount)
  const labels = { ...spec.template.metadata?.labels, [templateHashLabel]: hash }
  const annotations = annotationsOfNew(deployment, { metadata: {} }, nextRevision(old))
  return {
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels,
      annotations: { ...annotations, ...sizeAnnotations(deployment) },
      ownerReferences: [ownerReferenceTo(deployment)],
    },
    spec: {
      replicas: wantedOfNew(deployment, 0, all),
      ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [templateHashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  }
}

/** Old sets that can be deleted: beyond the history limit, without pods, and with an observed generation that is current. */
export function forgettable({ spec }: Deployment, { old }: History): readonly ReplicaSet[] {
  const { revisionHistoryLimit = 10 } = spec
  const kept = old.filter((set) => !isGoing(set)).sort((one, two) => revisionOf(one) - revisionOf(two))
  const tooMany = Math.max(0, kept.length - revisionHistoryLimit)
  return kept.slice(0, tooMany).filter(isAtRest)
}

function isAtRest({ metadata, spec, status }: ReplicaSet): boolean {
  const { replicas, observedGeneration = 0 } = status ?? { replicas: 0 }
  return replicas === 0 && spec.replicas === 0 && (metadata.generation ?? 0) <= observedGeneration
}
