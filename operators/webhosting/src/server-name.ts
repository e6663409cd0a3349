/** The name of a website's webserver and its other children. */
import { createHash } from 'node:crypto'
import type { Website } from './website.ts'

/** The website's name and six digits of its uid's hash: a recreated website gets a new server. */
export function serverNameOf({ metadata: { name, uid } }: Pick<Website, 'metadata'>): string {
  return `${name}-${createHash('sha256').update(uid).digest('hex').slice(0, 6)}`
}
