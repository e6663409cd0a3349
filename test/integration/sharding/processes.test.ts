/** Shards as real processes, which are stopped, go on, and are killed by the operating system. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type KubeObject, sleep, systemClock } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { assignmentAnnotation } from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'

const program = join(import.meta.dirname, 'shard-program.ts')
const names = Array.from({ length: 24 }, (_, index) => `map-${index}`)

class Program {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  log = ''

  constructor(name: string, { endpoint }: Cluster) {
    const { url, authority, token } = endpoint!
    const node = ['--import', 'tsx', '--conditions=@kubewright/source', program]
    const args = [...node, name, url, Buffer.from(authority).toString('base64'), token]
    this.child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout!.resume()
    this.child.stderr!.on('data', (chunk) => (this.log += String(chunk)))
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGCONT')
    this.child.kill('SIGKILL')
    await this.ended
  }
}

interface Seen {
  readonly note: string
  readonly begun: string
  readonly ended: string
}

function seenOf(object: KubeObject): Seen {
  const { begun = '', ended = '' } = (object as { data?: Record<string, string> }).data ?? {}
  return { note: object.metadata.annotations?.[assignmentAnnotation('maps')] ?? '', begun, ended }
}

const shardOf = (identity: string) => identity.split('/')[0]!

/** Follows every version of every map: whoever wrote it has to be the one who was named on it. */
class Witness {
  readonly maps = new Map<string, Seen>()
  readonly wrongs: string[] = []
  writes = 0

  async follow(cluster: Cluster, signal: AbortSignal): Promise<void> {
    const events = cluster.client.watch(ConfigMap, {
      namespace: 'default',
      labels: 'app=test',
      signal,
      resourceVersion: '1',
    })
    try {
      for await (const event of events) if (event.type !== 'BOOKMARK') this.#see(event.object)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  #see(object: KubeObject): void {
    const { name } = object.metadata
    const before = this.maps.get(name) ?? { note: '', begun: '', ended: '' }
    const now = seenOf(object)
    this.maps.set(name, now)
    for (const field of ['begun', 'ended'] as const) {
      if (now[field] === before[field]) continue
      this.writes++
      const who = shardOf(now[field])
      if (who !== now.note || before.note !== now.note)
        this.wrongs.push(`${name}: ${now[field]} wrote, ${now.note} may`)
    }
  }

  /** Resolves once it holds of every map. */
  async until(holds: (seen: Seen) => boolean, withinMs: number): Promise<boolean> {
    const limit = systemClock.elapsed() + withinMs
    while (systemClock.elapsed() < limit) {
      if (names.every((name) => holds(this.maps.get(name) ?? { note: '', begun: '', ended: '' }))) return true
      await sleep(systemClock, '100ms')
    }
    return false
  }
}

it('processes that are stopped and killed never write what another one may, and their work goes on', async () => {
  await using cluster = await startCluster({ time: 'real', listens: true })
  const stop = new AbortController()
  const witness = new Witness()
  for (const name of names) {
    await cluster.client.create(ConfigMap, { metadata: { name, namespace: 'default', labels: { app: 'test' } } })
  }
  const following = witness.follow(cluster, stop.signal)
  following.catch(() => undefined) // awaited at the end
  await using a = new Program('a', cluster)
  await using b = new Program('b', cluster)
  await using c = new Program('c', cluster)
  const isDone = ({ note, ended }: Seen) => note !== '' && shardOf(ended) === note
  expect(await witness.until(isDone, 120_000), a.log).toBe(true)
  await witness.until(() => new Set([...witness.maps.values()].map(({ note }) => note)).size === 3, 30_000)

  // It stands still for longer than its lease: others take over, and it writes nothing when it goes on.
  a.child.kill('SIGSTOP')
  expect(await witness.until((seen) => isDone(seen) && seen.note !== 'a', 90_000), b.log + c.log).toBe(true)
  a.child.kill('SIGCONT')
  expect(await a.ended, a.log).not.toBe(0)

  b.child.kill('SIGKILL')
  expect(await witness.until((seen) => isDone(seen) && seen.note === 'c', 90_000), c.log).toBe(true)
  expect(witness.wrongs).toEqual([])
  expect(witness.writes).toBeGreaterThan(names.length)
  c.child.kill('SIGTERM')
  expect(await c.ended, c.log).toBe(0)
  stop.abort()
  await following
}, 290_000)
