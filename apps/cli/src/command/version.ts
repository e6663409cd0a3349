/** The version of this command. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../project/own-process.ts'

/** Read from the manifest, located by package name: a bundle may move this file. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }
  return version
}
