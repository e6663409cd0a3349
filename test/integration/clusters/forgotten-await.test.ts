/** Calls to other clusters that a reconcile does not wait for are reported, waited for, and never end the process. */
import type { Context } from '@kubewright/controller'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { failOnUnhandledRejections } from '../unhandled-rejections.ts'

failOnUnhandledRejections()

type Work = (ctx: Context<typeof ConfigMap>) => void

const token = { metadata: { name: 'token', namespace: 'default' } }
const labels = { app: 'test' }

async function play(work: Work, fails?: 'fails') {
  await using clusters = await startClusters(['a', 'b'])
  const forgetful = defineController({
    name: 'forgetful',
    for: ConfigMap,
    scope: { labels: 'app=test' },
    clusters: 'remote',
    async reconcile(_, ctx) {
      work(ctx)
      return done()
    },
  })
  const run = await clusters.run({ home: 'a' }, forgetful)
  await clusters.settle()
  using _fault = fails && clusters.cluster('b').faults.fail({ verb: 'create', kind: Secret, times: 1 }, 403)
  await clusters.cluster('b').client.create(ConfigMap, { metadata: { name: 'one', namespace: 'default', labels } })
  await clusters.settle()
  const made = await Promise.all(
    clusters.names.map(async (name) => {
      const { items } = await clusters.cluster(name).client.list(Secret, { namespace: 'default' })
      return items.some(({ metadata }) => metadata.name === 'token')
    }),
  )
  const history = run.manager.history({ name: 'one', namespace: 'default' }, 'b')
  const calls = history.flatMap(({ notAwaited = [] }) => notAwaited)
  return { made, calls, results: history.map(({ result }) => result.type) }
}

describe('a call to another cluster without await', () => {
  it.each<[string, Work, string, readonly boolean[]]>([
    [
      'to clusters.home',
      ({ clusters }) => void clusters.home.client.create(Secret, token),
      'clusters.home',
      [true, false],
    ],
    [
      'to a cluster by name',
      ({ clusters }) => void clusters.find('b')!.client.create(Secret, token),
      'clusters.b',
      [false, true],
    ],
    [
      'to a cluster of clusters.list()',
      ({ clusters }) => void clusters.list()[1]!.client.create(Secret, token),
      'clusters.b',
      [false, true],
    ],
    [
      "to the object's own cluster",
      ({ cluster }) => void cluster.client.create(Secret, token),
      'cluster',
      [false, true],
    ],
  ])('%s is reported with its source line, and is awaited', async (_, work, of, expected) => {
    const { made, calls, results } = await play(work)
    expect(made).toEqual(expected)
    expect(calls[0]).toContain(`${of}.client.create`)
    expect(calls[0]).toContain('forgotten-await.test.ts:')
    expect(results).toEqual(['success'])
  })

  it('fails the reconcile if it fails', async () => {
    const { results, made } = await play(
      ({ clusters }) => void clusters.find('b')!.client.create(Secret, token),
      'fails',
    )
    expect(results.at(-1)).toBe('error')
    expect(made).toEqual([false, true]) // it was tried again
  })
})
