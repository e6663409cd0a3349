/** What the webserver of a website is called, and everything that belongs to it. */
import { createHash } from 'node:crypto'
import type { Website } from './website.ts'

/** Its name, and six digits of its uid's hash: a website that was deleted and made anew gets a server of its own. */
export function serverNameOf({ metadata: { name, uid } }: Pick<Website, 'metadata'>): string {
  return `${name}-${createHash('sha256').update(uid).digest('hex').slice(0, 6)}`
}
