/** The claim of a component, or of a shared volume. */
import { PersistentVolumeClaim } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import type { Storage } from '../settings.ts'
import { type ComponentContext, metadataOf } from './component-context.ts'
import { present } from './containers.ts'

export function claimSpec({ size = '1Gi', className, accessModes = ['ReadWriteOnce'] }: Storage) {
  return {
    accessModes,
    resources: { requests: { storage: size } },
    ...present({ storageClassName: className }),
  }
}

export function claim(storage: Storage, context: ComponentContext, labels: Readonly<Record<string, string>> = {}) {
  return manifest(PersistentVolumeClaim, { metadata: metadataOf(context, { labels }), spec: claimSpec(storage) })
}
