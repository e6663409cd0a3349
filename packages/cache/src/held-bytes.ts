/**
 * Holds objects as compressed bytes. Objects of one kind are much alike: each is compressed against the first one, which makes
 * it a tenth of what it takes decoded, often less. A read costs a few hundredths of a millisecond.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { deepFreeze, type KubeObject, type Labels } from '@kubewright/core'
import type { Held, Hold } from './held-object.ts'

/** Small windows: what is set up for each object costs more than the work on it. The dictionary has to fit in. */
const windowBits = 15
const memLevel = 6
const level = 3
const longestDictionary = 2 ** windowBits - 512
/** Of most kinds few sets of labels are in use; who has a set of labels for each object pays for it. */
const mostLabels = 1_000

/** @param freezes whether what is read is frozen, for tests */
export function holdBytes<Object extends KubeObject>(freezes = false): Hold<Object> {
  let codec: Codec | undefined
  const labelSets = new Map<string, Labels>()
  const shared = (labels: Labels | undefined) => {
    if (labels === undefined) return undefined
    const text = JSON.stringify(labels)
    const known = labelSets.get(text)
    if (known === undefined && labelSets.size < mostLabels) labelSets.set(text, labels)
    return known ?? labels
  }
  return (object) => {
    const bytes = Buffer.from(JSON.stringify(object))
    codec ??= new Codec(bytes, freezes)
    return new HeldBytes<Object>(object.metadata, shared(object.metadata.labels), codec.encode(bytes), codec)
  }
}

/** What all objects of one store share. */
class Codec {
  readonly #dictionary: Buffer
  readonly #freezes: boolean

  constructor(first: Buffer, freezes: boolean) {
    this.#dictionary = first.subarray(0, longestDictionary)
    this.#freezes = freezes
  }

  /**
   * As text of one byte a character: a string costs sixteen bytes beside its content, where a `Buffer` costs two hundred, and
   * one from zlib keeps sixteen thousand alive.
   */
  encode(bytes: Buffer): string {
    return deflateRawSync(bytes, { level, memLevel, windowBits, dictionary: this.#dictionary }).toString('latin1')
  }

  decode<Object>(text: string): Object {
    const bytes = inflateRawSync(Buffer.from(text, 'latin1'), { windowBits, dictionary: this.#dictionary })
    const object = JSON.parse(bytes.toString()) as Object
    return this.#freezes ? deepFreeze(object) : object
  }
}

/** What reads select by is kept decoded, so that only what is handed out has to be decoded. */
class HeldBytes<Object extends KubeObject> implements Held<Object> {
  readonly uid: string
  readonly namespace: string | undefined
  readonly resourceVersion: string
  readonly labels: Labels | undefined
  readonly #text: string
  readonly #codec: Codec

  constructor(
    { uid, namespace, resourceVersion }: Object['metadata'],
    labels: Labels | undefined,
    text: string,
    codec: Codec,
  ) {
    this.uid = uid
    this.namespace = namespace
    this.resourceVersion = resourceVersion
    this.labels = labels
    this.#text = text
    this.#codec = codec
  }

  get heldBytes(): number {
    return this.#text.length
  }

  read(): Object {
    return this.#codec.decode<Object>(this.#text)
  }
}
