/** One object in the cache: decoded (here), or as bytes that are decoded on each read. */
import type { KubeObject } from '@kubewright/core'
import type { Labels } from '@kubewright/core/selectors'

export interface Held<Item extends KubeObject = KubeObject> {
  readonly uid: string
  readonly namespace: string | undefined
  readonly resourceVersion: string
  readonly labels: Labels | undefined
  /** Size of the encoded object; `undefined` if it is held decoded. */
  readonly heldBytes: number | undefined
  read(): Item
}

export type Hold<Item extends KubeObject> = (object: Item) => Held<Item>

/** Decoded once and shared by all readers. A single field, because there are many instances. */
class HeldObject<Item extends KubeObject> implements Held<Item> {
  readonly #object: Item

  constructor(object: Item) {
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

  read(): Item {
    return this.#object
  }
}

export function holdObject<Item extends KubeObject>(object: Item): Held<Item> {
  return new HeldObject(object)
}
