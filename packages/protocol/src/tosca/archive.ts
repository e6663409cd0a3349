/**
 * A zip archive as a map of paths to bytes.
 *
 * Entries are inflated in chunks and counted, so a zip bomb is rejected as soon as it exceeds the limit. A path that is absolute, leaves
 * the
 * archive or occurs twice is rejected.
 */
import { type KubewrightError } from '@kubewright/core'
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { protocolErrors } from '../errors.ts'
import { harmless, shown } from '../name.ts'

/** Size limits of an archive. */
export interface ArchiveLimits {
  /**
   * Bytes of the archive itself.
   * @default 16_777_216
   */
  readonly archive?: number
  /**
   * Bytes of all unpacked entries.
   * @default 67_108_864
   */
  readonly unpacked?: number
  /**
   * Number of entries.
   * @default 4_096
   */
  readonly entries?: number
}

const defaults = { archive: 16 * 2 ** 20, unpacked: 64 * 2 ** 20, entries: 4_096 }

/** Bytes per inflate call: bounds what is unpacked before the limit is checked. */
const piece = 16_384

export function readArchive(bytes: Uint8Array, limits: ArchiveLimits = {}): ReadonlyMap<string, Uint8Array> {
  const { archive, unpacked, entries } = { ...defaults, ...limits }
  if (bytes.length > archive) throw archiveError(`it has ${bytes.length} bytes, more than the limit of ${archive}`)
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw archiveError('it is not a zip archive')
  const files = new Map<string, Uint8Array[]>()
  let size = 0
  const unzip = new Unzip((file) => {
    const path = safePath(file.name)
    if (files.has(path)) throw archiveError(`the entry ${shown(path)} occurs twice`)
    if (files.size >= entries) throw archiveError(`it has more than ${entries} entries`)
    const chunks: Uint8Array[] = []
    files.set(path, chunks)
    file.ondata = (error, chunk) => {
      if (error !== null) throw error
      size += chunk.length
      if (size > unpacked) throw archiveError(`it unpacks to more than ${unpacked} bytes`)
      chunks.push(chunk)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += piece)
      unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length)
  } catch (cause) {
    throw isOurs(cause)
      ? cause
      : archiveError(`it is damaged: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  return new Map([...files].filter(([path]) => !path.endsWith('/')).map(([path, chunks]) => [path, joined(chunks)]))
}

/** Without Node's `Buffer`: browsers read archives too. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

export function writeArchive(files: ReadonlyMap<string, string>): Uint8Array {
  const encoder = new TextEncoder()
  // Deterministic: every entry has the first date that a zip archive can hold.
  return zipSync(Object.fromEntries([...files].map(([path, text]) => [path, encoder.encode(text)])), {
    mtime: '1980-01-02',
  })
}

function isOurs(error: unknown): error is KubewrightError {
  return error instanceof Error && 'code' in error && error.code === 'KW_PROTOCOL_ARCHIVE'
}

function safePath(path: string): string {
  const isSafe = path !== '' && !/^[/\\]|\\|^[a-z]:|\p{Cc}/iu.test(path) && !path.split('/').includes('..')
  if (isSafe) return path
  throw archiveError(`the path ${shown(path)} leads out of it`)
}

/** Resolves `location` relative to the file `from`; `undefined` if it leaves the archive. */
export function resolvePath(from: string, location: string): string | undefined {
  const parts = location.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of location.split('/')) {
    if (part === '..' && parts.length === 0) return undefined
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

export function archiveError(why: string): KubewrightError {
  return protocolErrors('KW_PROTOCOL_ARCHIVE', { what: 'read the CSAR archive', why: harmless(why) })
}
