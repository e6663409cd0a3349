/** A change whose object is still bytes. */
import type { KubeObject, Labels, ObjectMeta } from '@kubewright/core'
import type { LabelMemo } from './label-memo.ts'
import { type MetadataRanges, type ScannedKey, scanMetadata, scannedText, scannedValue } from './metadata-scanner.ts'
import type { ChangeEvent, ChangeType } from './watch-event.ts'

/** The line of an event, within the bytes it came in. */
export interface EventLine {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
  /** Where the object begins; it ends one byte before the line does. */
  readonly object: number
}

/** What all events of one watch share. */
export interface EventSource<Object extends KubeObject> {
  readonly labels: LabelMemo
  decodeObject(line: EventLine): Object
}

export class LazyChange<Object extends KubeObject> implements ChangeEvent<Object> {
  readonly type: ChangeType
  readonly #source: EventSource<Object>
  /** Dropped once the object is decoded: it keeps the whole chunk alive. */
  #line: EventLine | undefined
  #ranges: MetadataRanges | undefined
  #object: Object | undefined

  constructor(type: ChangeType, line: EventLine, source: EventSource<Object>) {
    this.type = type
    this.#line = line
    this.#source = source
  }

  get object(): Object {
    if (this.#line !== undefined) {
      this.#object = this.#source.decodeObject(this.#line)
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

  get labels(): Labels | undefined {
    const ranges = this.#scan()
    if (ranges === undefined) return this.object.metadata.labels
    const text = scannedText(this.#line!.bytes, ranges, 'labels')
    return text === undefined ? undefined : this.#source.labels.read(text)
  }

  get deletionTimestamp(): string | undefined {
    return this.#read('deletionTimestamp')
  }

  #read<Key extends ScannedKey>(key: Key): ObjectMeta[Key] {
    const ranges = this.#scan()
    // Trusted to have the shape of `ObjectMeta`, as decoded objects are.
    return ranges === undefined
      ? this.object.metadata[key]
      : (scannedValue(this.#line!.bytes, ranges, key) as ObjectMeta[Key])
  }

  /** Where the metadata lies; `undefined` if the object has been decoded, or has to be. */
  #scan(): MetadataRanges | undefined {
    if (this.#line === undefined) return undefined
    this.#ranges ??= scanMetadata(this.#line.bytes, this.#line.object, this.#line.end)
    return this.#ranges
  }
}
