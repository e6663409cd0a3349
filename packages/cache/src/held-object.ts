/** One object in the cache: decoded (here), or as bytes that are decoded on each read. */
import type { KubeObject, Labels } from '@kubewright/core'

export interface Held<Object extends KubeObject = KubeObject> {
  readonly uid: string
  readonly namespace: string | undefined
  readonly resourceVersion: string
  readonly labels: Labels | undefined
  /** Size of the encoded object; `undefined` if it is held decoded. */
  readonly heldBytes: number | undefined
  read(): Object
}

export type Hold<Object extends KubeObject> = (object: Object) => Held<Object>

/** Decoded once and shared by all readers. A single field, because there are many instances. */
class HeldObject<Object extends KubeObject> implements Held<Object> {
  readonly #object: Object

  constructor(object: Object) {
    this.#object = object
  }

  get uid(): string {
    return this.#object.metadata.uid
  }

  get namespace(): string | undefined {
    return this.#object.metadata.namespace
  }

  get resourceVersion(): string {
    return this.#object.metadata.resourceVersion
  }

  get labels(): Labels | undefined {
    return this.#object.metadata.labels
  }

  get heldBytes(): undefined {
    return undefined
  }

  read(): Object {
    return this.#object
  }
}

export function holdObject<Object extends KubeObject>(object: Object): Held<Object> {
  return new HeldObject(object)
}
