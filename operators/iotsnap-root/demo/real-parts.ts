/** Paths of the real programs. A tool of the repository finds or builds them, and reports on standard error. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const partNames = ['minio', 'mongo', 'telegraf', 'restic', 'influxd', 'postgres'] as const

/** Absolute paths of the programs. */
export type RealParts = Readonly<Record<(typeof partNames)[number], string>>

const tool = join(import.meta.dirname, '../../../tools/real-parts/cli.ts')

/** Failure: rejects if a program is missing; the tool has printed which, and how to get it. */
export async function findRealParts(): Promise<RealParts> {
  const child = spawn(process.execPath, ['--import', 'tsx', tool], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error('Cannot start the stack: not all of its programs are there.')
  const paths = new Map(output.split('\n').map((line) => line.split('\t') as [string, string]))
  return Object.fromEntries(partNames.map((name) => [name, paths.get(name)!])) as RealParts
}
