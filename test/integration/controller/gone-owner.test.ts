/** Owners that are gone, of which their controller has not heard; and children that somebody removes all the time. */
import { defineController, done } from '@kubewright/controller'
import type { ReconcileRecord } from '@kubewright/controller/host'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }
const secrets = ['one', 'two'].map((name) => ({ name, namespace: 'default' }))
const [one, two] = secrets as [(typeof secrets)[0], (typeof secrets)[0]]
/** Followed by namespace, unlike by the garbage collector: so that one can be deaf while the other hears. */
const ofOperator = { kind: ConfigMap, namespace: 'default' }
/** More than any test here is right to see. */
const endless = 40

interface Made {
  /** What the reconciles met, in order; `uid`s of the owners they saw. */
  readonly seen: string[]
  readonly errors: unknown[]
}

/** Owns two secrets for a config map; tires at last, so that a loop ends. */
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

describe('an owner that is gone, of which its controller has not heard', () => {
  const ways = ['Background', 'Foreground'] as const

  it.each(ways)('does not get back what the garbage collector removes: %s', async (propagationPolicy) => {
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

  it('is followed by a new one of its name, which gets its own', async () => {
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

describe('a child that somebody removes', () => {
  it('comes back at once, time and again', async () => {
    await using started = await start()
    const { cluster } = started
    for (let times = 0; times < 5; times++) {
      await cluster.client.delete(Secret, one)
      await cluster.settle({ patience: '0s' })
      expect(await secretNames(cluster)).toEqual(['one', 'two'])
    }
  })

  it('comes back later and later if that never ends, which keeps nothing else waiting', async () => {
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
        /^Cannot make Secret default\/one of ConfigMap blog again at once: somebody else removed it \d+ times within \d+s\. Find out who does; it is made again in 32s\.$/,
      ),
    })
    await cluster.client.patch(ConfigMap, blog, { data: { word: 'new' } })
    await cluster.settle()
    const { data } = await cluster.client.get(Secret, two)
    expect(Buffer.from(data!['word']!, 'base64').toString()).toBe('new')
  })
})
