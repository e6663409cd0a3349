import { defineController, done } from '@kubewright/controller'
import { type Clock, sleep, systemClock } from '@kubewright/core'
import { nextTurn } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { startCluster } from './start-cluster.ts'

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}

/** One object, whose reconcile ends as `work` does. */
async function runWith(work: (clock: Clock) => Promise<void>) {
  const cluster = await startCluster()
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { namespace: 'default' },
    async reconcile() {
      await work(cluster.clock)
      return done()
    },
  })
  const running = await cluster.run(maps)
  await cluster.client.create(ConfigMap, { metadata: { name: 'blog' } })
  while (running.manager.state.activity.length === 0) await nextTurn()
  return { cluster, running }
}

describe('the end of a run', () => {
  it('shows the failure of settle() if a reconcile never ends, and no other', async () => {
    const never = deferred()
    const test = async () => {
      const parts = await runWith(() => never.promise)
      await using cluster = parts.cluster
      await using _ = parts.running
      await cluster.settle({ within: '300ms' })
    }
    await expect(test()).rejects.toMatchObject({
      code: 'KW_TESTING_UNSETTLED',
      message: expect.stringContaining('maps reconciles default/blog') as string,
    })
    never.resolve()
  })

  it('fails once, with the name of a reconcile that never ends, if nothing has reported it', async () => {
    const never = deferred()
    const { cluster, running } = await runWith(() => never.promise)
    await expect(running[Symbol.asyncDispose]()).rejects.toMatchObject({
      code: 'KW_MANAGER_STUCK',
      details: { stuck: ['maps default/blog'] },
    })
    await cluster[Symbol.asyncDispose]()
    never.resolve()
  })

  it('fails if settle() reported another reconcile, and that one ended', async () => {
    const [slow, never] = [deferred(), deferred()]
    const works = [slow, never].values()
    const { cluster, running } = await runWith(() => works.next().value!.promise)
    await expect(cluster.settle({ within: '300ms' })).rejects.toMatchObject({ code: 'KW_TESTING_UNSETTLED' })
    slow.resolve()
    await cluster.settle()
    await cluster.client.patch(ConfigMap, { name: 'blog' }, { data: { title: 'Blog' } })
    while (running.manager.state.activity.length === 0) await nextTurn()
    await expect(running[Symbol.asyncDispose]()).rejects.toMatchObject({ code: 'KW_MANAGER_STUCK' })
    await cluster[Symbol.asyncDispose]()
    never.resolve()
  })

  it.each([
    { name: 'virtual', clockOf: (virtual: Clock) => virtual, wait: 1_000 },
    { name: 'real', clockOf: () => systemClock, wait: 500 },
  ])('waits for an aborted reconcile that ends after some $name time', async ({ clockOf, wait }) => {
    let hasEnded = false
    const { cluster, running } = await runWith(async (virtual) => {
      await sleep(clockOf(virtual), wait)
      hasEnded = true
    })
    await running[Symbol.asyncDispose]()
    expect(hasEnded).toBe(true)
    await cluster[Symbol.asyncDispose]()
  })
})
