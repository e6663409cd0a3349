/** How a cache holds one object: decoded, or as text that is decoded with each read. */
import type { KubeObject } from '@kubewright/core'

export interface Held<Object extends KubeObject = KubeObject> {
  readonly uid: string
  readonly namespace: string | undefined
  readonly resourceVersion: string
  readonly labels: Readonly<Record<string, string>> | undefined
  read(): Object
}

export type Hold<Object extends KubeObject> = (object: Object) => Held<Object>

/** Decoded once and shared by all readers. */
export function holdObject<Object extends KubeObject>(object: Object): Held<Object> {
  const { uid, namespace, resourceVersion, labels } = object.metadata
  return { uid, namespace, resourceVersion, labels, read: () => object }
}

/** As bytes: less than half the memory, and each read costs a decoding. */
export function holdBytes<Object extends KubeObject>(object: Object): Held<Object> {
  const { uid, namespace, resourceVersion, labels } = object.metadata
  const bytes = Buffer.from(JSON.stringify(object))
  return { uid, namespace, resourceVersion, labels, read: () => JSON.parse(bytes.toString()) as Object }
}
