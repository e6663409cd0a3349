/**
 * Everything a server keeps between two lives: its objects, the authority that vouches for it and the key that signs
 * tokens, so that a kubeconfig and the tokens in pods still work after a restart.
 *
 * ```text
 * kubewright.json         the format; written last, so a directory without it was never used
 * objects/                the engine's files
 * authority.crt .key      mode 0600
 * service-accounts.key    mode 0600
 * administrator.token     mode 0600
 * ```
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isKubewrightError } from '@kubewright/core'
import {
  type AuthorityOptions,
  type CertificateAuthority,
  createAuthority,
  restoreAuthority,
} from '@kubewright/core/certificates'
import type { Journal } from '../journal.ts'
import { storageErrors } from './errors.ts'
import { readKeptFile, writeKeptFile } from './kept-file.ts'
import { openLevelJournal } from './level-journal.ts'
import { newToken } from '../../auth/new-token.ts'
import { makeDirectory } from './make-directory.ts'

export interface DataDirectory {
  readonly path: string
  /** The objects. Whoever has it disposes it, and with it the lock on the directory. */
  readonly journal: Journal
  readonly authority: CertificateAuthority
  /** P-256. */
  readonly serviceAccountKey: KeyObject
  /** The administrator's. */
  readonly token: string
}

const marker = 'kubewright.json'
const format = 1

/**
 * Opens a data directory, or makes one.
 *
 * Failure: rejects with `KW_STORAGE_DIRECTORY`, `_LOCKED`, `_FORMAT`, `_CORRUPT` or `_ENGINE`.
 */
export async function openDataDirectory(path: string, seams: AuthorityOptions = {}): Promise<DataDirectory> {
  const isNew = await prepare(path)
  const journal = await openLevelJournal(join(path, 'objects'), { isNew })
  try {
    const authority = await keptAuthority(path, seams)
    const serviceAccountKey = await keptKey(path)
    const token = await keptToken(path)
    if (isNew) await writeKeptFile(path, marker, `${JSON.stringify({ format })}\n`)
    return { path, journal, authority, serviceAccountKey, token }
  } catch (error) {
    await journal[Symbol.asyncDispose]()
    throw isKubewrightError(error) ? error : unusable(path, error)
  }
}

/** Whether the directory has never been used. */
async function prepare(path: string): Promise<boolean> {
  try {
    await makeDirectory(path, 0o700)
    const text = await readKeptFile(path, marker)
    if (text !== undefined) {
      checkFormat(path, text)
      return false
    }
    const foreign = (await readdir(path)).find((name) => !ownNames.some((own) => name.startsWith(own)))
    if (foreign === undefined) return true
    throw storageErrors('KW_STORAGE_DIRECTORY', {
      what: `keep objects in ${path}`,
      why: `it is not empty and was never a data directory: it holds ${foreign}`,
      next: 'Name a directory that is empty or does not exist yet.',
      details: { path },
    })
  } catch (error) {
    throw isKubewrightError(error) ? error : unusable(path, error)
  }
}

/** What a first start that was cut short may have left. */
const ownNames = ['objects', 'authority.', 'service-accounts.key', 'administrator.token', marker]

function checkFormat(path: string, text: string): void {
  const found = formatOf(text)
  if (found === format) return
  const isNewer = typeof found === 'number' && found > format
  throw storageErrors(isNewer ? 'KW_STORAGE_FORMAT' : 'KW_STORAGE_CORRUPT', {
    what: `read the objects in ${path}`,
    why: isNewer ? `its format is ${found}, and this version knows ${format}` : `${marker} does not say its format`,
    next: isNewer ? 'Use the version that wrote it.' : 'Restore the directory from a copy, or remove it.',
    details: { path },
  })
}

function formatOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { format?: unknown } | null)?.format
  } catch {
    return undefined
  }
}

async function keptAuthority(path: string, seams: AuthorityOptions): Promise<CertificateAuthority> {
  const certificate = await readKeptFile(path, 'authority.crt')
  const key = await readKeptFile(path, 'authority.key')
  if (certificate !== undefined && key !== undefined) {
    return readOrRefuse(path, 'authority.key', () => restoreAuthority({ certificate, key }, seams))
  }
  const authority = createAuthority({ name: 'kubewright-ca', ...seams })
  await writeKeptFile(path, 'authority.key', authority.key)
  await writeKeptFile(path, 'authority.crt', authority.certificate)
  return authority
}

async function keptKey(path: string): Promise<KeyObject> {
  const name = 'service-accounts.key'
  const kept = await readKeptFile(path, name)
  if (kept !== undefined) return readOrRefuse(path, name, () => createPrivateKey(kept))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeKeptFile(path, name, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  return privateKey
}

async function keptToken(path: string): Promise<string> {
  const kept = await readKeptFile(path, 'administrator.token')
  if (kept !== undefined && kept.trim() !== '') return kept.trim()
  const token = newToken()
  await writeKeptFile(path, 'administrator.token', `${token}\n`)
  return token
}

/** What is wrong with a key is not said: the message could hold a part of it. */
function readOrRefuse<Kept>(path: string, name: string, read: () => Kept): Kept {
  try {
    return read()
  } catch {
    throw storageErrors('KW_STORAGE_CORRUPT', {
      what: `read ${name} in ${path}`,
      why: 'it does not hold a key as it was written',
      next: 'Restore it from a copy, or remove it: a new one is made, and what was signed with the old one is refused.',
      details: { path, name },
    })
  }
}

function unusable(path: string, cause: unknown): Error {
  return storageErrors('KW_STORAGE_DIRECTORY', {
    what: `keep objects in ${path}`,
    why: cause instanceof Error ? cause.message : String(cause),
    next: 'Name a directory that can be created or written to.',
    details: { path },
    cause,
  })
}
