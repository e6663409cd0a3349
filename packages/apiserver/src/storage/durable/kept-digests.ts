/** Digests of the small files of a data directory, to detect changes made by other programs. */
import { createHash } from 'node:crypto'
import { storageErrors } from './errors.ts'

export type Digests = Readonly<Record<string, string>>

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Failure: throws `KW_STORAGE_CORRUPT` if the file does not match its digest. The error does not show its content. */
export function checkDigest(path: string, name: string, text: string, digests: Digests): void {
  const expected = Object.hasOwn(digests, name) ? digests[name] : undefined
  if (expected === undefined || expected === digestOf(text)) return
  throw storageErrors('KW_STORAGE_CORRUPT', {
    what: `read ${name} in ${path}`,
    why: text.trim() === '' ? 'the file is empty' : 'the file was changed by another program',
    next: `Restore ${name} from a backup. Or remove it: the server creates another one, and rejects tokens and certificates of the old one.`,
    details: { path, name },
  })
}
