/** Which release of the command this is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../project/own-process.ts'

/** From the manifest, found by the package's name: this file may be part of another one where it is installed. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }
  return version
}
