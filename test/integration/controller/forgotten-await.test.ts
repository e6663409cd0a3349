/** Calls of `ctx` that a reconcile does not wait for. */
import { type Context, type Controller, defineController, defineGroupController, done } from '@kubewright/controller'
import { isKubewrightError } from '@kubewright/core'
import { recordedLog } from '@kubewright/core/testing'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn } from '../manager/managed.ts'
import { failOnUnhandledRejections } from '../unhandled-rejections.ts'

type Reconcile = (map: { readonly metadata: { readonly name: string } }, ctx: Context<typeof ConfigMap>) => unknown

failOnUnhandledRejections()

function forgetful(work: Reconcile): Controller {
  return defineController({
    name: 'forgetful',
    for: ConfigMap,
    scope: { labels: 'app=test' },
    owns: [Secret],
    async reconcile(map, ctx) {
      await work(map, ctx)
      return done()
    },
  })
}

async function play(controller: Controller, fails?: 'fails') {
  await using cluster = await startCluster()
  const { log, entries } = recordedLog()
  const manager = managerOn(cluster, { controllers: [controller], permissions: 'skip', log, name: 'forgetful' })
  using _fault = fails && cluster.faults.fail({ verb: ['create', 'apply'], kind: Secret, times: 1 }, 403)
  await using _ = manager.start()
  await cluster.client.create(ConfigMap, { metadata: { name: 'blog', namespace: 'default', labels: { app: 'test' } } })
  await cluster.settle({ patience: '10s' })
  const said = entries.filter(
    ({ message }) => message === 'reconcile returned before a call finished, await is missing',
  )
  const secrets = (await cluster.client.list(Secret, { namespace: 'default' })).items.map(
    ({ metadata }) => metadata.name,
  )
  const results = manager.history({ namespace: 'default', name: 'blog' }).map(({ result }) => result.type)
  return { said, secrets, results, history: manager.history() }
}

const token = { metadata: { name: 'token', namespace: 'default' } }

describe('a missing await in a reconcile', () => {
  it.each<{ name: string; call: string; work: Reconcile }>([
    { name: 'on client.create', call: 'client.create', work: (_, { client }) => void client.create(Secret, token) },
    { name: 'on own', call: 'own', work: (_, { own }) => void own({ token: manifest(Secret, token) }) },
    {
      name: 'on a function that uses ctx',
      call: 'client.create',
      work: (_, { client }) => {
        void (async () => await client.create(Secret, token))()
      },
    },
  ])('$name is reported with its source line, and is awaited', async ({ call, work }) => {
    const { said, secrets, results } = await play(forgetful(work))
    expect(said).toMatchObject([{ level: 'error', fields: { call } }])
    expect(said[0]?.fields['line']).toContain('forgotten-await.test.ts:')
    expect([secrets, results]).toEqual([['token'], ['success']])
  })

  it.each<{ name: string; work: Reconcile }>([
    { name: 'after the reconcile returned', work: (_, { client }) => void client.create(Secret, token) },
    {
      name: 'before the reconcile returns',
      async work(_, { client }) {
        void client.create(Secret, token)
        for (let turn = 0; turn < 5; turn++) await client.get(ConfigMap, { name: 'blog', namespace: 'default' })
      },
    },
    { name: 'in a promise chain', work: (_, { client }) => void client.create(Secret, token).then(() => 'made') },
  ])('fails the reconcile, which is retried, if the call fails $name', async ({ work }) => {
    const { said, secrets, results } = await play(forgetful(work), 'fails')
    expect(said[0]?.fields['line']).toContain('forgotten-await.test.ts:')
    expect(isKubewrightError(said[0]?.fields['error'])).toBe(true)
    expect([secrets, results]).toEqual([['token'], ['success', 'error']])
  })

  it('is reported in a group controller, too', async () => {
    const groups = defineGroupController({
      name: 'groups',
      for: ConfigMap,
      by: ({ metadata }) => metadata.labels?.['app'],
      async reconcile(_key, _members, { client }) {
        void client.create(Secret, token)
        return done()
      },
    })
    const { said } = await play(groups)
    expect(said).toMatchObject([{ fields: { call: 'client.create' } }])
  })
})

describe('a reconcile that awaits its calls', () => {
  it.each<{ name: string; work: Reconcile }>([
    { name: 'sequentially', work: async (_, { client }) => void (await client.create(Secret, token)) },
    {
      name: 'with Promise.all',
      work: async (map, { client }) => {
        const ref = { name: map.metadata.name, namespace: 'default' }
        await Promise.all([client.create(Secret, token), client.get(ConfigMap, ref), client.list(ConfigMap)])
      },
    },
    {
      name: 'some time after their start',
      work: async (map, { client }) => {
        const made = client.create(Secret, token)
        await client.get(ConfigMap, { name: map.metadata.name, namespace: 'default' })
        await made
      },
    },
    {
      name: 'with a handler for failures',
      work: async (_, { client }) => {
        await client.get(Secret, { name: 'none', namespace: 'default' }).catch(() => undefined)
        await client.create(Secret, token)
      },
    },
    {
      name: 'with Promise.race on a read',
      work: async (map, { client }) => {
        await client.create(Secret, token)
        await Promise.race([
          client.get(ConfigMap, { name: map.metadata.name, namespace: 'default' }),
          Promise.resolve(),
        ])
      },
    },
  ])('is not reported: $name', async ({ work }) => {
    const { said, secrets, history } = await play(forgetful(work))
    expect([said, secrets]).toEqual([[], ['token']])
    expect(history.flatMap(({ notAwaited = [] }) => notAwaited)).toEqual([])
  })
})
