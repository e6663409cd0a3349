/** A change whose object is still bytes. */
import type { KubeObject, ObjectMeta } from '@kubewright/core'
import { type MetadataRanges, type ScannedKey, scanMetadata, scannedValue } from './metadata-scanner.ts'
import type { ChangeEvent, ChangeType } from './watch-event.ts'

/** The line of an event, within the bytes it came in. */
export interface EventLine {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
  /** Where the object begins; it ends one byte before the line does. */
  readonly object: number
}

export class LazyChange<Object extends KubeObject> implements ChangeEvent<Object> {
  readonly type: ChangeType
  readonly #decode: (line: EventLine) => Object
  /** Dropped once the object is decoded: it keeps the whole chunk alive. */
  #line: EventLine | undefined
  #ranges: MetadataRanges | undefined
  #object: Object | undefined

  constructor(type: ChangeType, line: EventLine, decode: (line: EventLine) => Object) {
    this.type = type
    this.#line = line
    this.#decode = decode
  }

  get object(): Object {
    if (this.#line !== undefined) {
      this.#object = this.#decode(this.#line)
      this.#line = undefined
      this.#ranges = undefined
    }
    return this.#object!
  }

  get name(): string {
    return this.#read('name')
  }

  get namespace(): string | undefined {
    return this.#read('namespace')
  }

  get uid(): string {
    return this.#read('uid')
  }

  get resourceVersion(): string {
    return this.#read('resourceVersion')
  }

  get generation(): number | undefined {
    return this.#read('generation')
  }

  get labels(): Readonly<Record<string, string>> | undefined {
    return this.#read('labels')
  }

  get deletionTimestamp(): string | undefined {
    return this.#read('deletionTimestamp')
  }

  #read<Key extends ScannedKey>(key: Key): ObjectMeta[Key] {
    const line = this.#line
    if (line !== undefined) {
      this.#ranges ??= scanMetadata(line.bytes, line.object, line.end)
      // Trusted to have the shape of `ObjectMeta`, as decoded objects are.
      if (this.#ranges !== undefined) return scannedValue(line.bytes, this.#ranges, key) as ObjectMeta[Key]
    }
    return this.object.metadata[key]
  }
}
