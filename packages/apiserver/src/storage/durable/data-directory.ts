/**
 * Everything a server persists across restarts: its objects, its certificate authority and the key that signs tokens. A kubeconfig
 * and the tokens in pods stay valid after a restart.
 *
 * ```text
 * kubewright.json         the format, and digests of the files below; written last, so a directory without it was never used
 * objects/                the engine's files; the directory has mode 0700
 * acknowledged            how far writes were acknowledged, mode 0600
 * authority.crt .key      mode 0600
 * service-accounts.key    mode 0600
 * administrator.token     mode 0600
 * ```
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isKubewrightError } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import {
  type AuthorityOptions,
  type CertificateAuthority,
  createAuthority,
  restoreAuthority,
} from '@kubewright/core/certificates'
import type { Journal } from '../journal.ts'
import { markName } from './acknowledged-mark.ts'
import { storageErrors } from './errors.ts'
import { checkDigest, type Digests, digestOf } from './kept-digests.ts'
import { readKeptFile, writeKeptFile } from './kept-file.ts'
import { openLevelJournal } from './level-journal.ts'
import { makeDirectory } from './make-directory.ts'
import { newToken } from '../../identity/new-token.ts'
import { makePrivate } from './private-files.ts'

export interface DataDirectory {
  readonly path: string
  /** The objects. The owner disposes it, which also releases the lock on the directory. */
  readonly journal: Journal
  readonly authority: CertificateAuthority
  /** P-256. */
  readonly serviceAccountKey: KeyObject
  /** The administrator's bearer token. */
  readonly token: string
}

const marker = 'kubewright.json'
const format = 1

/**
 * Opens a data directory, or creates one.
 *
 * Failure: rejects with `KW_STORAGE_DIRECTORY`, `_LOCKED`, `_FORMAT`, `_CORRUPT` or `_ENGINE`.
 */
export async function openDataDirectory(path: string, seams: AuthorityOptions = {}): Promise<DataDirectory> {
  const digests = await prepare(path)
  const isNew = digests === undefined
  const journal = await openLevelJournal(path, { isNew })
  try {
    const files = new KeptFiles(path, digests)
    const authority = await keptAuthority(files, seams)
    const serviceAccountKey = await keptKey(files)
    const token = await keptToken(files)
    await files.finish()
    return { path, journal, authority, serviceAccountKey, token }
  } catch (error) {
    await journal[Symbol.asyncDispose]()
    throw isKubewrightError(error) ? error : unusable(path, error)
  }
}

/** The small files of the directory, with the digests that detect changes to them. */
class KeptFiles {
  readonly path: string
  /** The digests from the marker file; `undefined` if there is none yet. */
  readonly #written: Digests | undefined
  readonly #current = new Map<string, string>()

  constructor(path: string, written: Digests | undefined) {
    this.path = path
    this.#written = written
  }

  /** Failure: rejects with `KW_STORAGE_CORRUPT` if the file does not match its digest. */
  async read(name: string): Promise<string | undefined> {
    const text = await readKeptFile(this.path, name)
    if (text === undefined) return undefined
    checkDigest(this.path, name, text, this.#written ?? {})
    this.#current.set(name, digestOf(text))
    return text
  }

  async write(name: string, text: string): Promise<void> {
    // A crash between writing the file and the marker must not leave a stale digest.
    if (this.#written !== undefined && Object.hasOwn(this.#written, name)) {
      const { [name]: _, ...others } = this.#written
      await writeMarker(this.path, { ...others, ...Object.fromEntries(this.#current) })
    }
    await writeKeptFile(this.path, name, text)
    this.#current.set(name, digestOf(text))
  }

  async finish(): Promise<void> {
    const digests = Object.fromEntries(this.#current)
    if (!deepEqual(digests, this.#written)) await writeMarker(this.path, digests)
  }
}

function writeMarker(path: string, digests: Digests): Promise<void> {
  return writeKeptFile(path, marker, `${JSON.stringify({ format, digests })}\n`)
}

/** @returns the digests of the small files; `undefined` if the directory has never been used */
async function prepare(path: string): Promise<Digests | undefined> {
  try {
    await makeDirectory(path, 0o700)
    const text = await readKeptFile(path, marker)
    const digests = text === undefined ? undefined : checkFormat(path, text)
    if (digests === undefined) await refuseForeign(path)
    await makePrivate(path)
    await makePrivate(join(path, 'objects'))
    return digests
  } catch (error) {
    throw isKubewrightError(error) ? error : unusable(path, error)
  }
}

async function refuseForeign(path: string): Promise<void> {
  const foreign = (await readdir(path)).find((name) => !ownNames.some((own) => name.startsWith(own)))
  if (foreign === undefined) return
  throw storageErrors('KW_STORAGE_DIRECTORY', {
    what: `keep objects in ${path}`,
    why: `it is not empty and not a data directory: it contains ${foreign}`,
    next: 'Use a directory that is empty or does not exist yet.',
    details: { path },
  })
}

/** The entries that an interrupted first start may leave behind. */
const ownNames = ['objects', markName, 'authority.', 'service-accounts.key', 'administrator.token', marker]

function checkFormat(path: string, text: string): Digests {
  const { format: found, digests = {} } = readMarker(text)
  if (found === format && typeof digests === 'object') return digests
  const isNewer = typeof found === 'number' && found > format
  throw storageErrors(isNewer ? 'KW_STORAGE_FORMAT' : 'KW_STORAGE_CORRUPT', {
    what: `read the objects in ${path}`,
    why: isNewer ? `its format is ${found}, and this version reads ${format}` : `${marker} has no valid format number`,
    next: isNewer
      ? 'Use the version of Kubewright that wrote it.'
      : 'Restore the directory from a backup, or remove it.',
    details: { path },
  })
}

function readMarker(text: string): { readonly format?: unknown; readonly digests?: Digests } {
  try {
    return (JSON.parse(text) as { format?: unknown } | null) ?? {}
  } catch {
    return {}
  }
}

async function keptAuthority(files: KeptFiles, seams: AuthorityOptions): Promise<CertificateAuthority> {
  const certificate = await files.read('authority.crt')
  const key = await files.read('authority.key')
  if (certificate !== undefined && key !== undefined) {
    return readOrRefuse(files.path, 'authority.key', () => restoreAuthority({ certificate, key }, seams))
  }
  const authority = createAuthority({ name: 'kubewright-ca', ...seams })
  await files.write('authority.key', authority.key)
  await files.write('authority.crt', authority.certificate)
  return authority
}

async function keptKey(files: KeptFiles): Promise<KeyObject> {
  const name = 'service-accounts.key'
  const kept = await files.read(name)
  if (kept !== undefined) return readOrRefuse(files.path, name, () => createPrivateKey(kept))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await files.write(name, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  return privateKey
}

async function keptToken(files: KeptFiles): Promise<string> {
  const name = 'administrator.token'
  const kept = await files.read(name)
  if (kept !== undefined) return readOrRefuse(files.path, name, () => readToken(kept))
  const token = newToken()
  await files.write(name, `${token}\n`)
  return token
}

/** A truncated file must neither lock the administrator out nor authenticate requests without a token. */
function readToken(text: string): string {
  const token = text.trim()
  if (!/^[!-~]+$/.test(token)) throw new Error('no token')
  return token
}

/** The parse error is not included: its message could contain part of a key. */
function readOrRefuse<Kept>(path: string, name: string, read: () => Kept): Kept {
  try {
    return read()
  } catch {
    throw storageErrors('KW_STORAGE_CORRUPT', {
      what: `read ${name} in ${path}`,
      why: 'the file is damaged',
      next: `Restore ${name} from a backup. Or remove it: the server creates another one, and rejects tokens and certificates of the old one.`,
      details: { path, name },
    })
  }
}

function unusable(path: string, cause: unknown): Error {
  return storageErrors('KW_STORAGE_DIRECTORY', {
    what: `keep objects in ${path}`,
    why: cause instanceof Error ? cause.message : String(cause),
    next: 'Use a directory that can be created or written to.',
    details: { path },
    cause,
  })
}
