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
    why: text.trim() === '' ? 'it is empty' : 'it is not as it was written',
    next: `Restore ${name} from a copy, or remove it: a new one is made, and what depends on the old one is refused.`,
    details: { path, name },
  })
}
