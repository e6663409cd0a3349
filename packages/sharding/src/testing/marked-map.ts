/** A ConfigMap of the shard `a`, in the ring `maps`. */
import type { KubeObject } from '@kubewright/core'
import { assignmentAnnotation, drainLabel, shardLabel } from '../names.ts'

export function markedMap(resourceVersion: string, isDraining = false): KubeObject {
  const labels = { [shardLabel('maps')]: 'a', ...(isDraining ? { [drainLabel('maps')]: 'x' } : {}) }
  const metadata = { name: 'x', namespace: 'default', uid: 'u', resourceVersion, creationTimestamp: '' }
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...metadata, labels, annotations: { [assignmentAnnotation('maps')]: 'a' } },
  }
}
