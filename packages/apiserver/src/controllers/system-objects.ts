/** Recreates required system objects after their deletion. */
import type { Clock } from '@kubewright/core'
import { type BootObject, type BootParts, ensureObject } from '../boot/boot-object.ts'
import { namespaces } from '../boot/server-objects.ts'
import { type OwnAddress, ownEndpoints, ownService } from '../boot/own-objects.ts'

/** The delay of the recreation, as in kube-apiserver. */
const [namespaceMs, serviceMs] = [60_000, 10_000]

/** Disposing it stops the controller. */
export function followSystemObjects(parts: BootParts, address: OwnAddress): Disposable {
  const followed = [
    ...namespaces().map((object) => follow(parts, object, namespaceMs)),
    ...[ownService(address), ...ownEndpoints(address)].map((object) => follow(parts, object, serviceMs)),
  ]
  return {
    [Symbol.dispose]() {
      for (const one of followed) one[Symbol.dispose]()
    },
  }
}

function follow(parts: BootParts, object: BootObject, afterMs: number): Disposable {
  const { name, namespace } = object.metadata
  const key = namespace === undefined ? name : `${namespace}/${name}`
  let timer: ReturnType<Clock['schedule']> | undefined
  const subscription = parts.store.collection(object.collection).subscribe((version) => {
    if (version.key !== key || !version.isDeletion) return
    timer?.[Symbol.dispose]()
    timer = parts.clock.schedule(afterMs, () => ensureObject(parts, object))
  })
  return {
    [Symbol.dispose]() {
      subscription[Symbol.dispose]()
      timer?.[Symbol.dispose]()
    },
  }
}
