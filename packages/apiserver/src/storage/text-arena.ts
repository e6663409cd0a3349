/**
 * Texts outside the JavaScript heap, many per slab. On the heap, a hundred thousand objects would be scattered among the garbage
 * of the requests that created them, and fragmentation would double their size.
 *
 * A slab lives as long as one of its texts is referenced. Once the slabs have grown by as much as was live, texts in mostly
 * empty slabs are compacted, so memory use stays within about twice the live size.
 */
import type { Stored } from './version.ts'

/** A larger text gets its own slab: it would waste too much of a shared one. */
const ownSlabBytes = 32 * 1024
const slabBytes = 256 * 1024
const knownLabelsLimit = 1_000
/** Below this growth, compaction is not worthwhile. */
const smallestTidy = 8 * 1024 * 1024

/** A stored object whose text lies in a slab. Only the arena moves it, transparently to readers. */
export class KeptObject implements Stored {
  readonly labels: Stored['labels']
  /** In bytes. */
  readonly size: number
  readonly #isAscii: boolean
  #slab: Buffer
  #start: number

  constructor({ labels }: Pick<Stored, 'labels'>, place: Place) {
    this.labels = labels
    this.size = place.size
    this.#isAscii = place.isAscii
    this.#slab = place.slab
    this.#start = place.start
  }

  get slab(): Buffer {
    return this.#slab
  }

  get text(): string {
    const end = this.#start + this.size
    return this.#slab.toString(this.#isAscii ? 'latin1' : 'utf8', this.#start, end)
  }

  /** Copies the text as UTF-8, from the byte `from` on. @returns the number of bytes copied */
  copyTo(target: Buffer, at: number, from = 0): number {
    return this.#slab.copy(target, at, this.#start + from, this.#start + this.size)
  }

  move({ slab, start }: Pick<Place, 'slab' | 'start'>): void {
    this.copyTo(slab, start)
    this.#slab = slab
    this.#start = start
  }
}

/** Where a text is stored: a range of bytes in a slab. */
interface Place {
  readonly slab: Buffer
  readonly start: number
  readonly size: number
  readonly isAscii: boolean
}

export class TextArena {
  #slab = Buffer.alloc(0)
  #used = 0
  /** Bytes of slabs allocated since the last compaction, and the limit that triggers the next. */
  #grown = 0
  #growthLimit = smallestTidy
  /** Recently seen labels, to share equal ones: many objects have the same labels. */
  #knownLabels = new Map<string, NonNullable<Stored['labels']>>()

  keep({ text, labels: given }: Stored): KeptObject {
    const labels = given && this.#sharedLabels(given)
    const size = Buffer.byteLength(text)
    const { slab, start } = this.#reserve(size)
    const isAscii = size === text.length
    slab.write(text, start, size, isAscii ? 'latin1' : 'utf8')
    return new KeptObject({ labels }, { slab, start, size, isAscii })
  }

  /** Whether compaction is due. */
  get isUntidy(): boolean {
    return this.#grown > this.#growthLimit
  }

  /** Compacts sparse slabs. `kept` are all reachable objects; the texts of other objects do not move. */
  tidy(kept: ReadonlySet<KeptObject>): void {
    const alive = new Map<Buffer, number>()
    let bytes = 0
    for (const object of kept) {
      alive.set(object.slab, (alive.get(object.slab) ?? 0) + object.size)
      bytes += object.size
    }
    // The slab that is being filled is not sparse.
    const isSparse = (slab: Buffer) => slab !== this.#slab && alive.get(slab)! < slab.length / 2
    const sparse = new Set([...alive.keys()].filter(isSparse))
    for (const object of kept) if (sparse.has(object.slab)) object.move(this.#reserve(object.size))
    this.#grown = 0
    this.#growthLimit = Math.max(smallestTidy, bytes)
  }

  #sharedLabels(labels: NonNullable<Stored['labels']>): NonNullable<Stored['labels']> {
    const name = JSON.stringify(labels)
    const known = this.#knownLabels.get(name)
    if (known !== undefined) return known
    if (this.#knownLabels.size >= knownLabelsLimit) this.#knownLabels = new Map()
    // A copy: the shared labels must not change when the caller modifies its draft.
    const shared = { ...labels }
    this.#knownLabels.set(name, shared)
    return shared
  }

  #reserve(size: number): Pick<Place, 'slab' | 'start'> {
    if (size > ownSlabBytes) {
      this.#grown += size
      return { slab: Buffer.allocUnsafeSlow(size), start: 0 }
    }
    if (this.#used + size > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(slabBytes)
      this.#used = 0
      this.#grown += slabBytes
    }
    const start = this.#used
    this.#used += size
    return { slab: this.#slab, start }
  }
}
