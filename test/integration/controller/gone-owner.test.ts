/** Owners deleted while their controller's watch lags; children that another client keeps deleting. */
import { defineController, done } from '@kubewright/controller'
import type { ReconcileRecord } from '@kubewright/controller/host'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }
const secrets = ['one', 'two'].map((name) => ({ name, namespace: 'default' }))
const [one, two] = secrets as [(typeof secrets)[0], (typeof secrets)[0]]
/** Watched by namespace, unlike by the garbage collector, so that only the controller's watch can be paused. */
const ofOperator = { kind: ConfigMap, namespace: 'default' }
/** An upper bound that no correct run reaches. */
const endless = 40

interface Made {
  /** UIDs of the reconciled owners, in order. */
  readonly seen: string[]
  readonly errors: unknown[]
}

/** Owns two Secrets for a ConfigMap; stops after `endless` reconciles. */
function maps({ seen, errors }: Made) {
  return defineController({
    name: 'maps',
    for: ConfigMap,
    owns: [Secret],
    scope: { namespace: 'default', fields: 'metadata.name=blog' },
    async reconcile({ metadata, data }, { own, signal }) {
      if (seen.push(metadata.uid) > endless) return done()
      const stringData = { word: data?.['word'] ?? 'none' }
      try {
        await own(Object.fromEntries(secrets.map((at) => [at.name, manifest(Secret, { metadata: at, stringData })])))
      } catch (error) {
        errors.push(error, signal.aborted)
        throw error
      }
      return done()
    },
  })
}

async function start() {
  const cluster = await startCluster({ simulation: true })
  const made: Made = { seen: [], errors: [] }
  const running = await cluster.run(maps(made))
  await cluster.client.create(ConfigMap, { metadata: blog })
  await cluster.settle()
  made.seen.length = 0
  return {
    cluster,
    running,
    ...made,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

const secretNames = async ({ client }: Cluster) =>
  (await client.list(Secret, { namespace: 'default' })).items.map(({ metadata }) => metadata.name)
const resultOf = ({ result }: ReconcileRecord) => result.type

describe("an owner that is deleted while its controller's watch lags", () => {
  const ways = ['Background', 'Foreground'] as const

  it.each(ways)('does not recreate children that the garbage collector removes: %s', async (propagationPolicy) => {
    await using started = await start()
    const { cluster, running, seen, errors } = started
    {
      using _ = cluster.faults.pauseWatches(ofOperator)
      await cluster.client.delete(ConfigMap, blog, { propagationPolicy })
      await cluster.advance('1m')
      expect(await secretNames(cluster)).toEqual([])
      expect(seen.length).toBeLessThanOrEqual(2)
      expect(errors.slice(0, 2)).toMatchObject([{ code: 'KW_CONTROLLER_GONE' }, true])
      expect(running.history(blog).map(resultOf)).not.toContain('error')
    }
    await cluster.settle()
    expect(await secretNames(cluster)).toEqual([])
  })

  it('is replaced by a new owner of the same name, which gets its own children', async () => {
    await using started = await start()
    const { cluster, running, seen } = started
    {
      using _ = cluster.faults.pauseWatches(ofOperator)
      await cluster.client.delete(ConfigMap, blog)
      await cluster.client.create(ConfigMap, { metadata: blog })
      await cluster.advance('1m')
      expect(await secretNames(cluster)).toEqual([])
    }
    await cluster.settle()
    const { metadata } = await cluster.client.get(ConfigMap, blog)
    const owners = (await cluster.client.list(Secret, { namespace: 'default' })).items.map(
      (secret) => secret.metadata.ownerReferences?.[0]?.uid,
    )
    expect(owners).toEqual([metadata.uid, metadata.uid])
    expect(seen.at(-1)).toBe(metadata.uid)
    expect(running.history(blog).map(resultOf)).not.toContain('error')
  })
})

describe('a child that another client deletes', () => {
  it('is recreated at once, several times', async () => {
    await using started = await start()
    const { cluster } = started
    for (let times = 0; times < 5; times++) {
      await cluster.client.delete(Secret, one)
      await cluster.settle({ patience: '0s' })
      expect(await secretNames(cluster)).toEqual(['one', 'two'])
    }
  })

  it('is recreated with back-off if that never ends, without delaying other children', async () => {
    await using started = await start()
    const { cluster, seen, errors } = started
    let removals = 0
    await using _ = await cluster.run(
      defineController({
        name: 'enemy',
        for: Secret,
        scope: { fields: 'metadata.name=one' },
        async reconcile({ metadata }, { client }) {
          removals++
          await client.delete(Secret, metadata)
          return done()
        },
      }),
    )
    await cluster.advance('1m')
    expect(removals).toBeLessThanOrEqual(6 + 6) // at once, then after 1, 2, 4, 8, 16 and 32 seconds
    expect(seen.length).toBeLessThan(endless)
    expect(errors.at(-2)).toMatchObject({
      code: 'KW_CONTROLLER_CHILD_LOST',
      message: expect.stringMatching(
        /^Cannot recreate Secret default\/one of ConfigMap blog now: another client deleted it \d+ times within \d+s\. Find that client in the audit log\. The child is recreated in 32s\.$/,
      ),
    })
    await cluster.client.patch(ConfigMap, blog, { data: { word: 'new' } })
    await cluster.settle()
    const { data } = await cluster.client.get(Secret, two)
    expect(Buffer.from(data!['word']!, 'base64').toString()).toBe('new')
  })
})
