/** The key of an object in a controller's queue: `namespace/name`, or the name alone. */
import type { Ref } from '@kubewright/core'

export function requestKey({ namespace, name }: Ref): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

export function parseRequestKey(key: string): Ref {
  const at = key.indexOf('/')
  return at < 0 ? { name: key } : { namespace: key.slice(0, at), name: key.slice(at + 1) }
}
