/** The checkout of kubernetes-controller-sharding from which its programs are built. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { cacheOf } from '../cache-directory.ts'

/** 79 commits after v0.13.0, the latest release: since then only its dependencies have changed. */
export const pinnedCommit = 'f1d25b34e0b3b78ba5763e3ac7ea4903fcedc70d'

const cache = cacheOf('controller-sharding')
export const sharderProgram = join(cache, 'sharder')
export const operatorProgram = join(cache, 'webhosting-operator')

/** Why the checkout is not measured; `undefined` if it is the pinned commit. */
export function whyNotUsable(source: string | undefined): string | undefined {
  if (source === undefined)
    return 'it needs a checkout of its repository: pass --sharding-source DIR (bench/README.md, section Peers, says how to get one)'
  return whyNotPinned(git(source, 'rev-parse', 'HEAD'))
}

export function whyNotPinned(head: string | undefined): string | undefined {
  if (head === pinnedCommit) return undefined
  const found = head === undefined ? 'is no git checkout' : `is at ${head}`
  return `--sharding-source ${found}; check out ${pinnedCommit}`
}

/** The commit beside the latest tag. A tree with changes is marked as dirty. */
export function versionOfCheckout(source: string): string {
  return git(source, 'describe', '--tags', '--always', '--dirty') ?? 'unknown'
}

function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
