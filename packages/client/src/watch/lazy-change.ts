/** A change with an object that is still encoded. See decision 0052. */
import type { KubeObject, ObjectMeta } from '@kubewright/core'
import type { Labels } from '@kubewright/core/selectors'
import { doubt, MetadataCursor, type ScannedKey } from '../scan/metadata-cursor.ts'
import type { LabelMemo } from './label-memo.ts'
import type { ChangeEvent, ChangeType } from './watch-event.ts'

/** Shared by all events of one watch. */
export interface EventSource<Item extends KubeObject> {
  readonly labels: LabelMemo
  decodeObject(encoded: MetadataCursor): Item
}

export class LazyChange<Item extends KubeObject> implements ChangeEvent<Item> {
  readonly type: ChangeType
  readonly #source: EventSource<Item>
  /** The encoded object. Dropped once decoded: it keeps a whole chunk alive. */
  #encoded: MetadataCursor | undefined
  #object: Item | undefined

  constructor(type: ChangeType, encoded: MetadataCursor, source: EventSource<Item>) {
    this.type = type
    this.#encoded = encoded
    this.#source = source
  }

  get object(): Item {
    if (this.#encoded !== undefined) {
      this.#object = this.#source.decodeObject(this.#encoded)
      this.#encoded = undefined
    }
    return this.#object!
  }

  /** As received; also used by loggers. */
  toJSON(): { readonly type: ChangeType; readonly object: Item } {
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
    const text = this.#encoded === undefined ? doubt : this.#encoded.text('labels')
    if (text === undefined) return undefined
    const labels = text === doubt ? undefined : this.#source.labels.read(text)
    return labels === undefined ? this.object.metadata.labels : labels
  }

  get deletionTimestamp(): string | undefined {
    return this.#read('deletionTimestamp')
  }

  #read<Key extends ScannedKey>(key: Key): ObjectMeta[Key] {
    const value = this.#encoded === undefined ? doubt : this.#encoded.value(key)
    // Trusted to have the shape of `ObjectMeta`, like decoded objects.
    return value === doubt ? this.object.metadata[key] : (value as ObjectMeta[Key])
  }
}
