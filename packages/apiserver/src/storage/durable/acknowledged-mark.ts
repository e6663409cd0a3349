/**
 * The newest acknowledged state, in a file beside the engine's own. The engine silently drops the damaged end of its log;
 * a comparison with this mark reveals the loss.
 *
 * The mark is written after the change is on the disk and before it is acknowledged. A mark behind the log is therefore normal
 * after a crash, and a mark ahead of the log means data loss. The mark is not flushed: after a power failure it may be behind
 * by whatever the system had not written yet.
 *
 * Two slots are written alternately, so a torn write damages only one of them.
 *
 * See decision 0250.
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

  /** Creates the mark, replacing an existing one. */
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

/** The newest acknowledged state; `undefined` if there is no mark, `'damaged'` if it cannot be read. */
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
