/** Shards as real processes, with SIGSTOP, SIGCONT and SIGKILL. */
import { type Client, createClient } from '@kubewright/client'
import { nameSuffix } from '@kubewright/core/random'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { hashRing, partitionKey } from '@kubewright/sharding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { server, useServer } from '../client/server.ts'
import { buildShardProgram, ShardProcess } from './shard-process.ts'
import { isDone, shardOf, Witness } from './witness.ts'

useServer()

/** The duration in `shard-program.ts`: other shards take over after twice that. */
const leaseMs = 10_000
const resumesWithinMs = 2 * leaseMs + 5_000
const startsWithinMs = 60_000

let program: Awaited<ReturnType<typeof buildShardProgram>>
beforeAll(async () => {
  program = await buildShardProgram()
}, 60_000)
afterAll(() => program?.[Symbol.asyncDispose]())

interface Ring extends AsyncDisposable {
  /** Of the namespace, too. */
  readonly name: string
  readonly witness: Witness
  /** One more process, which ends with the test. Resolves when it acts: concurrent starts would disturb each other. */
  start(name: string): Promise<ShardProcess>
  /** The messages of all processes. */
  readonly logs: string
}

/** A dedicated ring and namespace, with ConfigMaps and a witness that watches them. */
async function openRing(reserveFor: '0s' | '1m'): Promise<Ring> {
  const { url, ca, token } = server()
  const client: Client = createClient({ server: url, ca, token }, { fieldManager: 'test' })
  const ring = `ring-${nameSuffix(8)}`
  await client.create(Namespace, { metadata: { name: ring } })
  const witness = await Witness.of(client, { ring, namespace: ring })
  const processes: ShardProcess[] = []
  return {
    name: ring,
    witness,
    async start(name) {
      const started = new ShardProcess(program.path, {
        name,
        ring,
        namespace: ring,
        reserveFor,
        server: url,
        ca,
        token,
      })
      processes.push(started)
      await started.acts
      return started
    },
    get logs() {
      return processes.map(({ log }) => log).join('\n')
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((one) => one[Symbol.asyncDispose]()))
      await witness[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
    },
  }
}

/** Resolves once every map is with the one of these that the ring names, and that one has acted on it. */
async function settled(on: Ring, shards: readonly string[], withinMs: number): Promise<number> {
  const { name, witness } = on
  const ring = hashRing(shards)
  const ownerOf = (map: string) => ring.ownerOf(partitionKey(ConfigMap, { namespace: name, name: map }))
  try {
    return await witness.until((seen, map) => isDone(seen) && seen.shard === ownerOf(map), withinMs)
  } catch (error) {
    throw new Error(`${String(error)}\n${on.logs}`, { cause: error })
  }
}

describe('sharding: shards as processes', { timeout: 180_000 }, () => {
  it('write nothing after being suspended for longer than their lease; their work fails over, also after SIGKILL', async () => {
    await using ring = await openRing('0s')
    const { witness } = ring
    const [a, b, c] = [await ring.start('a'), await ring.start('b'), await ring.start('c')]
    const d = await ring.start('d')
    await settled(ring, ['a', 'b', 'c', 'd'], startsWithinMs)

    // Two are suspended at any moment, one is killed.
    for (const one of [a, b]) one.signal('SIGSTOP')
    c.signal('SIGKILL')
    expect(await settled(ring, ['d'], 2 * resumesWithinMs)).toBeLessThan(resumesWithinMs)
    const written = [a, b].map(({ identity }) => witness.writesBy(identity))
    expect(Math.min(...written)).toBeGreaterThan(0)
    for (const one of [a, b]) one.signal('SIGCONT')
    expect(await Promise.all([a.ended, b.ended]), ring.logs).toEqual([1, 1])

    // A shard that stops releases its lease, so the next one does not wait for expiry.
    d.signal('SIGTERM')
    expect(await d.ended, d.log).toBe(0)
    await ring.start('e')
    expect(await settled(ring, ['e'], resumesWithinMs)).toBeLessThan(leaseMs)

    expect([a, b].map(({ identity }) => witness.writesBy(identity))).toEqual(written)
    expect(witness.wrongs).toEqual([])
  })

  it('move no object in a rolling restart under the same names', async () => {
    await using ring = await openRing('1m')
    const { witness } = ring
    const running = [await ring.start('a'), await ring.start('b'), await ring.start('c')]
    await settled(ring, ['a', 'b', 'c'], startsWithinMs)
    const [owners, moves] = [witness.owners, witness.moves.length]

    for (const old of running) {
      old.signal('SIGTERM')
      expect(await old.ended, old.log).toBe(0)
      const young = await ring.start(old.name)
      const isYoung = (identity: string) => shardOf(identity) !== young.name || identity === young.identity
      await witness.until((seen) => isDone(seen) && isYoung(seen.ended), startsWithinMs)
    }

    expect(witness.moves.slice(moves)).toEqual([])
    expect(witness.owners).toEqual(owners)
    expect(witness.wrongs).toEqual([])
  })
})
