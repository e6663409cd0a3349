/**
 * What each child looked like after it was last applied. As long as neither what is wanted nor what is there has changed since,
 * applying again would change nothing. Forgotten with the process: then everything is applied once, which changes nothing either.
 */
import { deepEqual, type KubeObject } from '@kubewright/core'
import type { Child } from './child.ts'

interface Applied {
  readonly desired: KubeObject
  /** Without what others move all the time: status and the server's own counting. */
  readonly essence: object
}

export class AppliedChildren {
  readonly #byUid = new Map<string, Applied>()

  note({ desired }: Child, result: KubeObject): void {
    this.#byUid.set(result.metadata.uid, { desired, essence: essenceOf(result) })
  }

  /** Whether `live` is what applying `child` made of it. */
  isStill({ desired }: Child, live: KubeObject): boolean {
    const applied = this.#byUid.get(live.metadata.uid)
    return applied !== undefined && deepEqual(applied.desired, desired) && deepEqual(applied.essence, essenceOf(live))
  }

  forget(uid: string): void {
    this.#byUid.delete(uid)
  }
}

function essenceOf(object: KubeObject): object {
  const { status: _, ...rest } = object as KubeObject & { status?: unknown }
  const { resourceVersion: _1, generation: _2, managedFields: _3, ...metadata } = object.metadata
  return { ...rest, metadata }
}
