/** A pod of a StatefulSet, and its claims. Pure. */
import { type KubeObject, type OwnerReference, ownerReferenceTo } from '@kubewright/core'
import type { PersistentVolumeClaimInput, Pod, PodInput, StatefulSet } from '@kubewright/kubernetes'
import type { PodTemplateSpec } from '@kubewright/kubernetes/core/v1'
import { podIndexLabel, podNameLabel, revisionHashLabel } from '../../names.ts'
import { podOf } from '../pod-template.ts'

/** A template, and the name of its revision. */
export interface RevisedTemplate {
  readonly revision: string
  readonly template: PodTemplateSpec
}

export function statefulPod(set: StatefulSet, ordinal: number, { revision, template }: RevisedTemplate): PodInput {
  const { metadata, spec } = podOf(set, template)
  const { generateName: _, ...rest } = metadata
  const name = `${set.metadata.name}-${ordinal}`
  const claims = claimTemplates(set).map(({ metadata: claim }) => ({
    name: claim.name!,
    persistentVolumeClaim: { claimName: claimName(set, claim.name!, ordinal), readOnly: false },
  }))
  const others = (spec.volumes ?? []).filter((volume) => !claims.some((claim) => claim.name === volume.name))
  return {
    metadata: {
      ...rest,
      name,
      labels: { ...rest.labels, [podNameLabel]: name, [podIndexLabel]: String(ordinal), [revisionHashLabel]: revision },
    },
    spec: {
      ...spec,
      hostname: name,
      ...(set.spec.serviceName ? { subdomain: set.spec.serviceName } : {}),
      ...(claims.length + others.length === 0 ? {} : { volumes: [...claims, ...others] }),
    },
  }
}

export function revisionOfPod({ metadata }: Pod): string | undefined {
  return metadata.labels?.[revisionHashLabel]
}

function claimTemplates({ spec }: StatefulSet): readonly PersistentVolumeClaimInput[] {
  return spec.volumeClaimTemplates ?? []
}

function claimName(set: StatefulSet, template: string, ordinal: number): string {
  return `${template}-${set.metadata.name}-${ordinal}`
}

/** The claims of an ordinal, which outlive its pod. */
export function claimsOf(set: StatefulSet, ordinal: number): readonly PersistentVolumeClaimInput[] {
  return claimTemplates(set).map(({ metadata, spec }) => ({
    metadata: {
      name: claimName(set, metadata.name!, ordinal),
      namespace: set.metadata.namespace,
      labels: { ...metadata.labels, ...set.spec.selector.matchLabels },
      ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
    },
    ...(spec === undefined ? {} : { spec }),
  }))
}

/** The retention of claims when the set is deleted or scaled down: `Retain` by default. */
function retentionOf({ spec }: StatefulSet) {
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } = spec.persistentVolumeClaimRetentionPolicy ?? {}
  return { goesWithSet: whenDeleted === 'Delete', goesWithPod: whenScaled === 'Delete' }
}

/**
 * The owners of a claim: the set if the claim is deleted with it, or the pod if the set is scaled down and the claim is deleted with that.
 * Other owners are kept.
 */
export function claimOwners(
  claim: KubeObject,
  set: StatefulSet,
  pod: { readonly pod: Pod; readonly isCondemned: boolean } | undefined,
): readonly OwnerReference[] {
  const { goesWithSet, goesWithPod } = retentionOf(set)
  const ours = new Set([set.metadata.uid, pod?.pod.metadata.uid])
  const others = (claim.metadata.ownerReferences ?? []).filter(({ uid, kind }) => !ours.has(uid) && kind !== 'Pod')
  if (pod?.isCondemned === true && goesWithPod) return [...others, ownerReferenceTo(pod.pod)]
  return goesWithSet ? [...others, ownerReferenceTo(set)] : others
}
