/** Filters workload changes that trigger a reconcile: counters change with every pod, and most changes are irrelevant to a stack. */
import { changed, owned } from '@kubewright/controller'
import type { KubeObject } from '@kubewright/core'
import { Deployment, PersistentVolumeClaim, StatefulSet } from '@kubewright/kubernetes'
import { component } from '../component.ts'
import { observeComponent } from '../phase.ts'

const deployed = component({ image: 'any' })
const ordered = component({ image: 'any', workload: 'StatefulSet' })

/** The desired state, regardless of which client wrote it. */
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
      was: observeComponent(deployed, one, 'running'),
      is: observeComponent(deployed, one, 'starting'),
    })),
  }),
  owned(StatefulSet, {
    when: changed((one) => ({
      ...wantedOf(one),
      was: observeComponent(ordered, one, 'running'),
      is: observeComponent(ordered, one, 'starting'),
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
