/**
 * The mark of a staged backup on its volume, with which an agent that crashed resumes. The workload can write to the volume too, so a mark
 * is signed with the agent's token, and one that is not is worth nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { lstat, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isJsonObject, type JsonValue } from '@kubewright/core/json'

/**
 * Its presence means that everything was restored and verified. It also names the staging directory: each attempt has its own, because
 * restic may outlive an agent that was killed.
 */
export interface Mark {
  readonly directory: string
  readonly entries: readonly string[]
  /** The snapshot that was restored. */
  readonly snapshot: string
}

/** The identity of a restore of one volume. */
export interface MarkPlace {
  /** The staging directory of the volume. */
  readonly staging: string
  readonly volume: string
  readonly backup: string
  /** The id of the restore. */
  readonly restore: string
  /** The token of the agent. */
  readonly key: string
}

const mostBytes = 16 * 1024 * 1024
const fileOf = ({ staging, backup }: MarkPlace) => join(staging, `${backup}.json`)

export async function writeMark(mark: Mark, place: MarkPlace): Promise<void> {
  const text = join(place.staging, 'mark')
  // The workload may have put a link here: it is not followed.
  await writeFile(text, JSON.stringify({ ...mark, signature: signatureOf(mark, place) }), { flag: 'wx' })
  await rename(text, fileOf(place))
}

/** The mark of this restore, or `undefined` if there is none, or none that the agent wrote. */
export async function readMark(place: MarkPlace): Promise<Mark | undefined> {
  try {
    const file = await lstat(fileOf(place))
    if (!file.isFile() || file.size > mostBytes) return undefined
    return parseMark(JSON.parse(await readFile(fileOf(place), 'utf8')) as JsonValue, place)
  } catch {
    return undefined
  }
}

function parseMark(value: JsonValue, place: MarkPlace): Mark | undefined {
  if (!isJsonObject(value)) return undefined
  const { directory, entries, snapshot, signature } = value
  if (typeof directory !== 'string' || typeof snapshot !== 'string' || typeof signature !== 'string') return undefined
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) return undefined
  const mark = { directory, entries, snapshot }
  return basename(directory) === directory && isSame(signature, signatureOf(mark, place)) ? mark : undefined
}

function signatureOf({ directory, entries, snapshot }: Mark, { restore, backup, volume, key }: MarkPlace): string {
  const signed = JSON.stringify([restore, backup, volume, snapshot, directory, entries])
  return createHmac('sha256', key).update(signed).digest('hex')
}

function isSame(one: string, two: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(two)]
  return first.length === second.length && timingSafeEqual(first, second)
}
