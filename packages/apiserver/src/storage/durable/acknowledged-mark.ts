/**
 * How far writes were acknowledged, in a file beside the engine's own. The engine drops the damaged end of its log without a
 * word; compared with this mark, the loss shows.
 *
 * The mark is written after the change is on the disk and before anybody hears of it, so a mark that is behind the log is
 * what a crash leaves, and a mark that is ahead of it means that something was lost. It is not flushed: after a power failure
 * it may be behind by as much as the system had not written yet.
 *
 * Two slots are written in turns: one that was cut off in the middle leaves the other.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readKeptFile, writeKeptFile } from './kept-file.ts'
import { formatState, parseState, type State } from './level-record.ts'

export const markName = 'acknowledged'
const slotLength = 128

export class AcknowledgedMark implements Disposable {
  readonly #file: number
  #slot = 0

  private constructor(file: number) {
    this.#file = file
  }

  /** Makes a new mark, in the place of any that is there. */
  static async begin(directory: string, state: State): Promise<AcknowledgedMark> {
    await writeKeptFile(directory, markName, slotOf(state) + slotOf(state))
    return new AcknowledgedMark(openSync(join(directory, markName), 'r+'))
  }

  put(state: State): void {
    this.#slot = 1 - this.#slot
    writeSync(this.#file, slotOf(state), this.#slot * slotLength)
  }

  [Symbol.dispose](): void {
    fsyncSync(this.#file)
    closeSync(this.#file)
  }
}

/** The newest state that was acknowledged; `undefined` if there is no mark, `'damaged'` if it cannot be read. */
export async function readMark(directory: string): Promise<State | 'damaged' | undefined> {
  const text = await readKeptFile(directory, markName)
  if (text === undefined) return undefined
  const slots = [text.slice(0, slotLength), text.slice(slotLength, 2 * slotLength)].flatMap(
    (slot) => readSlot(slot) ?? [],
  )
  const [newest] = slots.sort((one, other) => other.revision - one.revision)
  return newest ?? 'damaged'
}

function slotOf(state: State): string {
  const content = formatState(state)
  return `${`${crc32(content)} ${content}`.padEnd(slotLength - 1)}\n`
}

function readSlot(slot: string): State | undefined {
  const [sum, ...rest] = slot.trim().split(' ')
  const content = rest.join(' ')
  return String(crc32(content)) === sum ? parseState(content) : undefined
}
