/** The Deployment or StatefulSet of a component. */
import { Deployment, StatefulSet } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import type { ComponentSettings } from '../settings.ts'
import { claimSpec } from './claim.ts'
import { type ComponentContext, metadataOf, objectName, selectorOf } from './component-context.ts'
import { dataVolume, podTemplate } from './pod-template.ts'

export function workload(settings: ComponentSettings, context: ComponentContext) {
  return settings.workload === 'StatefulSet' ? statefulSet(settings, context) : deployment(settings, context)
}

function deployment(settings: ComponentSettings, context: ComponentContext) {
  return manifest(Deployment, {
    metadata: metadataOf(context, settings),
    spec: {
      replicas: replicasOf(settings, context),
      selector: { matchLabels: selectorOf(context) },
      strategy: { type: isExclusive(settings) ? 'Recreate' : 'RollingUpdate' },
      template: podTemplate(settings, context),
    },
  })
}

function statefulSet(settings: ComponentSettings, context: ComponentContext) {
  const { storage } = settings
  const claims = [{ metadata: { name: dataVolume, labels: selectorOf(context) }, spec: claimSpec(storage ?? {}) }]
  return manifest(StatefulSet, {
    metadata: metadataOf(context, settings),
    spec: {
      replicas: replicasOf(settings, context),
      serviceName: objectName(context),
      selector: { matchLabels: selectorOf(context) },
      template: podTemplate(settings, context),
      ...(storage && { volumeClaimTemplates: claims }),
      // A workload may be replaced, and its data must survive.
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    },
  })
}

export function replicasOf({ replicas = 1 }: ComponentSettings, context: ComponentContext): number {
  return context.replicas ?? replicas
}

/**
 * With a volume that only one node can mount, a rolling update deadlocks: the new pod waits for the old one, which waits for the new one.
 */
function isExclusive({ storage }: ComponentSettings): boolean {
  return storage !== undefined && !(storage.accessModes ?? ['ReadWriteOnce']).includes('ReadWriteMany')
}
