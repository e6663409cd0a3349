/** Load and observation, by the small Go program in `observer/`. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheOf } from './cache-directory.ts'

export interface Throughput {
  readonly websites: number
  readonly createdMs: number
  readonly readyMs: number
}

export interface Changes {
  readonly changes: number
  readonly ms: number
  readonly latencies: readonly number[]
  /** How many changes no status showed before the timeout. */
  readonly unanswered: number
  /** By how much the observer sent its latest change late. */
  readonly lateMs: number
}

export interface Verified {
  readonly websites: number
  readonly objects: number
  /** How many Websites each shard has. */
  readonly shards: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

export const observerProgram = join(cacheOf('observer'), 'observer')

export class Observer {
  readonly #access: string

  constructor(access: string) {
    this.#access = access
  }

  /** Failure: rejects with what the program wrote to standard error. */
  async run(command: string, options: Readonly<Record<string, string | number>>): Promise<unknown> {
    const flags = Object.entries({ access: this.#access, ...options }).map(([name, value]) => `--${name}=${value}`)
    const { stdout } = await promisify(execFile)(observerProgram, [command, ...flags], { maxBuffer: 2 ** 28 })
    return JSON.parse(stdout)
  }

  async populate(namespace: string, resource: string, count: number, padding = 0): Promise<void> {
    await this.run('populate', { namespace, resource, count, padding })
  }

  /** `after`: how many Websites the namespace has already. */
  async throughput(
    namespace: string,
    count: number,
    timeoutS: number,
    { resource = websites, after = 0 }: { resource?: string; after?: number } = {},
  ): Promise<Throughput> {
    const timeout = `${timeoutS}s`
    return (await this.run('throughput', { namespace, count, timeout, resource, after })) as Throughput
  }

  /** `after`: the last revision of earlier changes. */
  async change(
    namespace: string,
    options: { count: number; rate: number; seconds: number; after: number },
  ): Promise<Changes> {
    const { seconds, ...rest } = options
    return (await this.run('change', { namespace, ...rest, duration: `${seconds}s` })) as Changes
  }

  /** Failure: rejects if an object is missing or differs. */
  async verify(namespace: string, count: number, resource = websites): Promise<Verified> {
    const verified = (await this.run('verify', { namespace, count, resource })) as Verified
    const { problems } = verified
    if (problems.length > 0) throw new Error(`The end state is wrong: ${problems.join('; ')}`)
    return verified
  }

  /** Removes Websites and what they own. */
  async clear(namespace: string, resource = websites): Promise<void> {
    await this.run('clear', { namespace, resource: [resource, ...ownedResources].join(',') })
  }
}

const websites = 'websites'
const ownedResources: readonly string[] = ['configmaps', 'deployments', 'services', 'ingresses']
