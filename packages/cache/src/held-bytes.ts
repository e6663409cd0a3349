/**
 * Holds objects as compressed bytes. Objects of one kind are similar: each is compressed with the first one as dictionary, to
 * a tenth of its decoded size or less. A read costs a few hundredths of a millisecond.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { KubeObject } from '@kubewright/core'
import { deepFreeze } from '@kubewright/core/json'
import type { Labels } from '@kubewright/core/selectors'
import type { Held, Hold } from './held-object.ts'

/** Low `memLevel` and `level`: per-object setup costs more than the compression itself. The window has to hold the dictionary. */
const windowBits = 15
const memLevel = 6
const level = 3
const longestDictionary = 2 ** windowBits - 512
/**
 * The buffers that zlib allocates for its output. Its default of 16 KiB for each call is garbage that is collected late: with objects of
 * 2 KB it doubles the memory of a process on Node 24. Objects are compressed to about a tenth.
 */
const chunkSizeFor = (expectedBytes: number) => Math.min(Math.max(Math.ceil(expectedBytes), 2_048), 65_536)
/** Label sets are shared between objects, up to this many. Most kinds have few distinct ones. */
const mostLabels = 1_000

/** @param freezes whether reads return frozen objects, for tests */
export function holdBytes<Item extends KubeObject>(freezes = false): Hold<Item> {
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
    return new HeldBytes<Item>(object.metadata, shared(object.metadata.labels), codec.encode(bytes), codec)
  }
}

/** Shared by all objects of one store. */
class Codec {
  readonly #dictionary: Buffer
  readonly #freezes: boolean

  constructor(first: Buffer, freezes: boolean) {
    this.#dictionary = first.subarray(0, longestDictionary)
    this.#freezes = freezes
  }

  /**
   * Returns a string of one byte per character: it costs sixteen bytes beside its content, where a `Buffer` costs two
   * hundred, and one from zlib keeps sixteen thousand alive.
   */
  encode(bytes: Buffer): string {
    const chunkSize = chunkSizeFor(bytes.length / 8)
    const options = { level, memLevel, windowBits, chunkSize, dictionary: this.#dictionary }
    return deflateRawSync(bytes, options).toString('latin1')
  }

  decode<Item>(text: string): Item {
    const options = { windowBits, chunkSize: chunkSizeFor(text.length * 8), dictionary: this.#dictionary }
    const bytes = inflateRawSync(Buffer.from(text, 'latin1'), options)
    const object = JSON.parse(bytes.toString()) as Item
    return this.#freezes ? deepFreeze(object) : object
  }
}

/** The fields that reads select by stay decoded, so that only returned objects are decompressed. */
class HeldBytes<Item extends KubeObject> implements Held<Item> {
  readonly uid: string
  readonly namespace: string | undefined
  readonly resourceVersion: string
  readonly labels: Labels | undefined
  readonly #text: string
  readonly #codec: Codec

  constructor(
    { uid, namespace, resourceVersion }: Item['metadata'],
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

  read(): Item {
    return this.#codec.decode<Item>(this.#text)
  }
}
