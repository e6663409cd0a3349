/** Which release of the command this is. */
import { readFileSync } from 'node:fs'

/** The manifest lies beside the sources and beside what is built of them. */
const manifest = new URL('../../package.json', import.meta.url)

export function readVersion(): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
