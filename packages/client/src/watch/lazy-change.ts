/** A change whose object is still bytes. */
import type { KubeObject, Labels, ObjectMeta } from '@kubewright/core'
import { doubt, MetadataCursor, type ScannedKey } from '../scan/metadata-cursor.ts'
import type { LabelMemo } from './label-memo.ts'
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
  #cursor: MetadataCursor | undefined
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
      this.#cursor = undefined
    }
    return this.#object!
  }

  /** As it came; also what logs show of it. */
  toJSON(): { readonly type: ChangeType; readonly object: Object } {
    return { type: this.type, object: this.object }
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
    const text = this.#line === undefined ? doubt : this.#open(this.#line).text('labels')
    if (text === doubt) return this.object.metadata.labels
    return text === undefined ? undefined : this.#source.labels.read(text)
  }

  get deletionTimestamp(): string | undefined {
    return this.#read('deletionTimestamp')
  }

  #read<Key extends ScannedKey>(key: Key): ObjectMeta[Key] {
    const value = this.#line === undefined ? doubt : this.#open(this.#line).value(key)
    // Trusted to have the shape of `ObjectMeta`, as decoded objects are.
    return value === doubt ? this.object.metadata[key] : (value as ObjectMeta[Key])
  }

  #open({ bytes, object, end }: EventLine): MetadataCursor {
    this.#cursor ??= new MetadataCursor(bytes, object, end)
    return this.#cursor
  }
}
