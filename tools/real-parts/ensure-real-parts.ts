/**
 * Finds the real programs of the IotSnap stack, or builds them once: MinIO, a MongoDB-protocol server and Telegraf from the Go
 * module proxy into `~/.cache/kubewright`; restic, InfluxDB and PostgreSQL must be installed.
 * See decision 0370.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheRoot } from '../kube-apiserver/programs.ts'
import { type Report, reportToStderr } from '../kube-apiserver/progress.ts'
import { buildGoProgram } from './build-go-program.ts'
import { type DebianProgramName, debianPackages, debianProgramNames, findDebianProgram } from './debian-program.ts'
import { cacheNameOf, type GoProgramName, goProgramNames, type GoSources } from './go-program.ts'

/** Absolute paths of the programs. */
export type RealParts = Readonly<Record<GoProgramName | DebianProgramName, string>>

export interface EnsureOptions {
  /** @default lines on standard error */
  readonly report?: Report
}

/** Failure: rejects with one line that names every missing program and the command that installs them. */
export async function ensureRealParts({ report = reportToStderr }: EnsureOptions = {}): Promise<RealParts> {
  const installed = await Promise.all(
    debianProgramNames.map(async (name) => [name, await findDebianProgram(name)] as const),
  )
  assertInstalled(installed.filter(([, path]) => path === undefined).map(([name]) => name))
  const built: [string, string][] = []
  for (const name of goProgramNames) {
    const target = join(cacheRoot(), cacheNameOf(name, await readSources(name)))
    await buildGoProgram({ name, target, report })
    built.push([name, join(target, name)])
  }
  return Object.fromEntries([...installed, ...built]) as RealParts
}

function assertInstalled(missing: readonly DebianProgramName[]): void {
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((name) => debianPackages[name]))]
  throw new Error(
    `Cannot find ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages.join(' ')}`,
  )
}

async function readSources(name: GoProgramName): Promise<GoSources> {
  const read = (file: string) => readFile(join(import.meta.dirname, name, file), 'utf8')
  const others = name === 'mongo' ? ['go.sum', 'main.go'] : ['go.sum']
  return { mod: await read('go.mod'), others: await Promise.all(others.map(read)) }
}
