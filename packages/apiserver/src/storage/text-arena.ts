/**
 * Texts outside of the heap, many to a slab. A hundred thousand objects would otherwise lie scattered between the garbage of
 * the requests that made them, and the heap, which cannot close such gaps, be twice their size.
 *
 * A slab lives for as long as somebody holds one of its texts. Once as much again was written as there was, texts in slabs
 * that are mostly empty move together, so that what is held stays within about twice what is alive.
 */
import type { Stored } from './version.ts'

/** More than this is kept by itself: it would waste too much of a slab. */
const ownSlabBytes = 32 * 1024
const slabBytes = 256 * 1024
const knownLabelsLimit = 1_000
/** Below this nothing is worth moving. */
const smallestTidy = 8 * 1024 * 1024

/** A stored object whose text lies in a slab. Only the arena moves it, which nobody can tell. */
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

  /** The text as UTF-8, from the byte `from` on. Returns how many bytes that were. */
  copyTo(target: Buffer, at: number, from = 0): number {
    return this.#slab.copy(target, at, this.#start + from, this.#start + this.size)
  }

  move({ slab, start }: Pick<Place, 'slab' | 'start'>): void {
    this.copyTo(slab, start)
    this.#slab = slab
    this.#start = start
  }
}

interface Place {
  readonly slab: Buffer
  readonly start: number
  readonly size: number
  readonly isAscii: boolean
}

export class TextArena {
  #slab = Buffer.alloc(0)
  #used = 0
  /** Bytes of slabs since the last tidying, and how many there may be before the next. */
  #grown = 0
  #growthLimit = smallestTidy
  /** Labels that were seen lately: objects come in kinds, and a kind has the same ones. */
  #knownLabels = new Map<string, NonNullable<Stored['labels']>>()

  keep({ text, labels: given }: Stored): KeptObject {
    const labels = given && this.#sharedLabels(given)
    const size = Buffer.byteLength(text)
    const { slab, start } = this.#reserve(size)
    const isAscii = size === text.length
    slab.write(text, start, size, isAscii ? 'latin1' : 'utf8')
    return new KeptObject({ labels }, { slab, start, size, isAscii })
  }

  /** Whether it is time to tidy. */
  get isUntidy(): boolean {
    return this.#grown > this.#growthLimit
  }

  /** Moves texts together. `kept` are all that anybody may still ask for; those who are left out stay where they are. */
  tidy(kept: ReadonlySet<KeptObject>): void {
    const alive = new Map<Buffer, number>()
    let bytes = 0
    for (const object of kept) {
      alive.set(object.slab, (alive.get(object.slab) ?? 0) + object.size)
      bytes += object.size
    }
    // A slab that is still being filled is not empty, only young.
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
    // A copy: what is shared must not change when somebody goes on with a draft.
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
