/** Masks secret values in objects. Pure. */
import type { KubeObject } from '@kubewright/core'

/** Shown in place of a value. */
export const masked = '••••••••'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

interface SecretLike extends KubeObject {
  readonly data?: unknown
  readonly stringData?: unknown
}

/** Masks the values of a Secret, and their copy in the annotation of `kubectl apply`. Other objects are returned unchanged. */
export function withoutSecrets<Item extends KubeObject>(object: Item): Item {
  if (!isSecret(object)) return object
  const { annotations } = object.metadata
  return {
    ...object,
    ...(object.data === undefined ? {} : { data: maskValues(object.data) }),
    ...(object.stringData === undefined ? {} : { stringData: maskValues(object.stringData) }),
    metadata: {
      ...object.metadata,
      ...(annotations?.[lastApplied] === undefined ? {} : { annotations: { ...annotations, [lastApplied]: masked } }),
    },
  }
}

export function isSecret(object: KubeObject): object is SecretLike {
  return object.kind === 'Secret' && object.apiVersion === 'v1'
}

function maskValues(values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return masked
  return Object.fromEntries(Object.keys(values).map((key) => [key, masked]))
}
