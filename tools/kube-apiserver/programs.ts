/** The location of the binaries: a directory given by the user, or a cache outside the clone. */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ProgramName } from './recipe.ts'

const run = promisify(execFile)

/** Absolute paths of the programs. */
export interface Programs {
  readonly directory: string
  readonly etcd: string
  readonly kubeApiserver: string
  /** Absent if the user's directory has none. */
  readonly kubectl: string | undefined
  /** The version that `kube-apiserver` reports: `1.36.4`. */
  readonly kubernetesVersion: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** `~/.cache/kubewright`, or below `XDG_CACHE_HOME`. */
export function cacheRoot(environment: Environment = process.env): string {
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubewright')
}

/**
 * Finds the programs in `directory` and reads their versions.
 *
 * Failure: rejects if a program is missing, does not run, or etcd is too old for current Kubernetes.
 */
export async function readPrograms(directory: string): Promise<Programs> {
  const [etcd, kubeApiserver] = await Promise.all([require(directory, 'etcd'), require(directory, 'kube-apiserver')])
  const [etcdSays, kubernetesSays] = await Promise.all([ask(etcd), ask(kubeApiserver)])
  assertRecentEtcd(etcd, versionIn(etcd, etcdSays))
  const kubectl = join(directory, 'kubectl')
  return {
    directory,
    etcd,
    kubeApiserver,
    kubectl: (await isExecutable(kubectl)) ? kubectl : undefined,
    kubernetesVersion: versionIn(kubeApiserver, kubernetesSays),
  }
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function require(directory: string, program: ProgramName): Promise<string> {
  const path = join(directory, program)
  if (await isExecutable(path)) return path
  throw new Error(
    `Cannot start a real API server: ${directory} has no executable ${program}. ` +
      'Point KUBEBUILDER_ASSETS at a directory with kube-apiserver and etcd, or unset it to have them built.',
  )
}

async function ask(path: string): Promise<string> {
  try {
    return (await run(path, ['--version'], { timeout: 30_000 })).stdout
  } catch (cause) {
    throw new Error(
      `Cannot start a real API server: ${path} --version failed. Was it built for another machine? ` +
        'Point KUBEBUILDER_ASSETS at binaries for this one, or unset it to have them built.',
      { cause },
    )
  }
}

function versionIn(path: string, text: string): string {
  const version = /\bv?(\d+\.\d+\.\d+\S*)/.exec(text)?.[1]
  if (version === undefined) throw new Error(`Cannot read a version from ${path} --version: ${JSON.stringify(text)}.`)
  return version
}

/** Older releases cannot report watch progress, which silently changes lists from the cache and streaming lists. */
export function assertRecentEtcd(path: string, version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const isRecent = major > 3 || (major === 3 && (minor > 5 || (minor === 5 && patch >= 13)))
  if (isRecent) return
  throw new Error(
    `Cannot start a real API server: ${path} is etcd ${version}, but Kubernetes needs 3.5.13 or newer for ` +
      'consistent reads from its cache. Use a newer etcd in KUBEBUILDER_ASSETS, or unset it to have one built.',
  )
}
