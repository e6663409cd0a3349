/** A restic repository: the commands that backups need. */
import type { BackupOperation } from '../backup-operation.ts'
import type { BackedUpVolume } from './agent-settings.ts'
import { restic, ResticFailure, type ResticRun } from './restic.ts'

export interface Snapshot {
  readonly id: string
  readonly time: string
}

interface Statistics {
  readonly total_size?: number
  readonly total_file_count?: number
}

/**
 * The host name under which restic stores a volume's snapshots: `namespace.plan_source.volume`. Namespaces, plans and claims have no
 * underscore in their names, and volumes no dot, so that no two are the same.
 */
export function hostOf({ owner, source }: Pick<BackupOperation, 'owner' | 'source'>, { name }: BackedUpVolume): string {
  return `${owner}_${source}.${name}`
}

export class Repository {
  /** Resolved for every command: the store's address may change. */
  readonly #run: () => Promise<ResticRun>

  constructor(run: () => Promise<ResticRun>) {
    this.#run = run
  }

  /** Creates the repository if it does not exist: always encrypted, compressed from format 2 on. */
  async ensure(): Promise<void> {
    try {
      await this.#readConfig()
    } catch (error) {
      if (!isMissing(error)) throw error
      await this.#ask('init', '--repository-version', '2')
    }
    await this.unlock()
  }

  /**
   * Removes stale locks, such as those of a killed agent: restic decides by the process or, for another host, by thirty minutes without a
   * renewal. Locks of live processes stay.
   * See decision 0380.
   */
  async unlock(): Promise<void> {
    await this.#ask('unlock')
  }

  /** Whether the repository is reachable, and the password is valid. */
  async isReachable(): Promise<boolean> {
    try {
      await this.#readConfig()
      return true
    } catch (error) {
      if (isMissing(error)) return true
      if (error instanceof ResticFailure) return false
      throw error
    }
  }

  async find(host: string, backup: string): Promise<Snapshot | undefined> {
    const text = await this.#ask('snapshots', '--json', '--host', host, '--tag', `backup=${backup}`)
    return (JSON.parse(text) as readonly Snapshot[] | null)?.at(-1)
  }

  async backUp(host: string, backup: string, from: { readonly path: string; readonly without: string }): Promise<void> {
    const run = { ...(await this.#run()), cwd: from.path }
    await restic(
      [
        'backup',
        '--host',
        host,
        '--tag',
        `backup=${backup}`,
        '--exclude',
        `/${from.without}`,
        '--exclude',
        from.without,
        '.',
      ],
      run,
    )
  }

  async statistics(snapshot: string): Promise<Statistics> {
    return JSON.parse(await this.#ask('stats', '--json', '--mode', 'restore-size', snapshot)) as Statistics
  }

  async forget(host: string, keep: readonly string[]): Promise<void> {
    if (keep.length > 0) await this.#ask('forget', '--host', host, '--group-by', 'host', '--prune', ...keep)
  }

  /**
   * The damage found, or `undefined`.
   *
   * Failure: rejects if the repository is locked or unreachable, which says nothing about its data.
   */
  async findDamage(extent: 'data' | 'structure'): Promise<string | undefined> {
    try {
      const run = { ...(await this.#run()), verdict: missingPack }
      await restic(['check', ...(extent === 'data' ? ['--read-data'] : [])], run)
      return undefined
    } catch (error) {
      if (!(error instanceof ResticFailure)) throw error
      await this.assertUsable(error)
      return error.message
    }
  }

  /** Failure: rejects unless the failure of restic can only be caused by the repository. */
  async assertUsable(failure: ResticFailure): Promise<void> {
    if (isLocked(failure)) throw new Error(`the repository is in use: ${failure.message}`, { cause: failure })
    // A store that became unreachable during a read looks damaged too.
    if (isCutOff(failure))
      throw new Error(`the connection to the repository was lost: ${failure.message}`, { cause: failure })
    if (!(await this.isReachable())) throw new Error('the repository cannot be reached, or the password is wrong')
  }

  /** Failure: `ResticFailure` unless every byte was restored and verified. */
  async restore(snapshot: string, target: string): Promise<void> {
    await this.#ask('restore', snapshot, '--target', target, '--verify')
  }

  /** Without a lock: a stale lock must not look like an unreachable repository. */
  async #readConfig(): Promise<void> {
    await this.#ask('cat', 'config', '--no-lock')
  }

  async #ask(...args: readonly string[]): Promise<string> {
    return restic(args, await this.#run())
  }
}

/** restic prints this soon, then retries reading the pack for most of a minute. See decision 0393. */
const missingPack = /^pack [0-9a-f]{64}: does not exist/

function isLocked({ message }: ResticFailure): boolean {
  return /already locked|unable to create lock/i.test(message)
}

function isCutOff({ message }: ResticFailure): boolean {
  return /connection re(fused|set)|timeout|timed out|no such host|unexpected EOF|broken pipe|ended with SIG|\b50[234]\b/i.test(
    message,
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof ResticFailure && /Is there a repository at|does not exist|NoSuchBucket/i.test(error.message)
}
