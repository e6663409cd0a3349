/** How a cache holds one object: decoded, or as text that is decoded with each read. */
import { deepFreeze, type KubeObject } from '@kubewright/core'

export interface Held<Object extends KubeObject = KubeObject> {
  readonly uid: string
  readonly namespace: string | undefined
  readonly resourceVersion: string
  readonly labels: Readonly<Record<string, string>> | undefined
  /** How many bytes of text it is held as; `undefined` if it is held decoded. */
  readonly textBytes: number | undefined
  read(): Object
}

export type Hold<Object extends KubeObject> = (object: Object) => Held<Object>

/** Decoded once and shared by all readers. One field: there are many of these. */
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

  get labels(): Readonly<Record<string, string>> | undefined {
    return this.#object.metadata.labels
  }

  get textBytes(): undefined {
    return undefined
  }

  read(): Object {
    return this.#object
  }
}

/**
 * As JSON. What reads select by is kept decoded, so that only what is handed out is decoded.
 *
 * A string rather than a `Buffer`: it takes a byte a character as well, unless there are letters outside of Latin-1, without
 * the two hundred bytes each `Buffer` costs, and `JSON.parse` needs no detour.
 */
class HeldText<Object extends KubeObject> implements Held<Object> {
  readonly uid: string
  readonly namespace: string | undefined
  readonly resourceVersion: string
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly #text: string
  readonly #freezes: boolean

  constructor(object: Object, freezes: boolean) {
    const { uid, namespace, resourceVersion, labels } = object.metadata
    this.uid = uid
    this.namespace = namespace
    this.resourceVersion = resourceVersion
    this.labels = labels
    this.#text = JSON.stringify(object)
    this.#freezes = freezes
  }

  get textBytes(): number {
    return this.#text.length
  }

  read(): Object {
    const object = JSON.parse(this.#text) as Object
    return this.#freezes ? deepFreeze(object) : object
  }
}

export function holdObject<Object extends KubeObject>(object: Object): Held<Object> {
  return new HeldObject(object)
}

/** Less than half the memory; each read costs a decoding, and yields an object of its own. */
export function holdBytes<Object extends KubeObject>(object: Object): Held<Object> {
  return new HeldText(object, false)
}

/** The same for tests: each read yields a frozen object. */
export function holdFrozenBytes<Object extends KubeObject>(object: Object): Held<Object> {
  return new HeldText(object, true)
}
