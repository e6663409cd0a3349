/** Filters workload changes that trigger a reconcile: counters change with every pod, and most changes are irrelevant to a stack. */
import { changed, owned } from '@kubewright/controller'
import type { KubeObject } from '@kubewright/core'
import { Deployment, PersistentVolumeClaim, StatefulSet } from '@kubewright/kubernetes'
import { component } from '../component.ts'
import { sightOf } from '../phase.ts'

const deployed = component({ image: 'any' })
const ordered = component({ image: 'any', workload: 'StatefulSet' })

/** The desired state, whoever wrote it. */
function wantedOf({ metadata }: KubeObject) {
  const { generation, labels, annotations, ownerReferences, deletionTimestamp } = metadata
  const { 'deployment.kubernetes.io/revision': _, ...rest } = annotations ?? {}
  return { generation, labels, annotations: rest, ownerReferences, deletionTimestamp }
}

/** Deployments, StatefulSets and claims, watched for the fields that a stack evaluates. */
export const ownedWorkloads = [
  owned(Deployment, {
    when: changed((one) => ({
      ...wantedOf(one),
      was: sightOf(deployed, one, 'running'),
      is: sightOf(deployed, one, 'starting'),
    })),
  }),
  owned(StatefulSet, {
    when: changed((one) => ({
      ...wantedOf(one),
      was: sightOf(ordered, one, 'running'),
      is: sightOf(ordered, one, 'starting'),
    })),
  }),
  owned(PersistentVolumeClaim, {
    when: changed(({ metadata, spec, status }) => ({
      ...wantedOf({ metadata } as KubeObject),
      spec,
      phase: status?.phase === 'Lost',
    })),
  }),
]
