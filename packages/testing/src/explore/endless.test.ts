import { readFile } from 'node:fs/promises'
import { type Controller, defineController, done } from '@kubewright/controller'
import { nextTurn } from '@kubewright/core/testing'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import type { ExploreOptions } from './definition/explore-options.ts'
import { explore, replay } from './explore.ts'
import { noFaults } from './plan/plan.ts'

const blog = { name: 'blog', namespace: 'default' }

type Wait = () => Promise<unknown>

const atOnce: Wait = async () => undefined
/** Until the test has seen enough. */
const never: Wait = () => new Promise((resolve) => void waiting.push(resolve))
const waiting: ((value: unknown) => void)[] = []

async function explored(options: ExploreOptions) {
  const report = await explore(options)
  for (const end of waiting.splice(0)) end(undefined)
  await nextTurn()
  return report
}

function copier(before: Wait, failed: Wait = atOnce): Controller {
  return defineController({
    name: 'copies',
    for: ConfigMap,
    async reconcile(map, ctx) {
      const { name, namespace, uid } = map.metadata
      if (namespace !== 'default') return done() // an object of every cluster
      await before()
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true }
      const copy = { metadata: { ...blog, ownerReferences: [owner] } }
      await ctx.client.apply(Secret, copy).catch(async (error: unknown) => {
        await failed()
        throw error
      })
      return done()
    },
  })
}

function options(controller: Controller, more: Partial<ExploreOptions> = {}): ExploreOptions {
  const scenario: ExploreOptions['scenario'] = async (user) => void (await user.create(ConfigMap, { metadata: blog }))
  return { controllers: [controller], scenario, strategies: ['single'], budget: { runs: 40 }, ...more }
}

describe('an endless operation', () => {
  it('is reported for a reconcile that never resolves', async () => {
    const { failures, runs } = await explored(options(copier(never)))
    expect(failures.map(({ message }) => message)).toEqual(['the reconcile of copies default/blog does not end'])
    expect(failures[0]?.oracle).toBe('liveness')
    expect(runs).toBe(2) // there is nothing to compare with
  })

  it('is reported for a reconcile that never resolves after a fault', async () => {
    const { failures } = await explored(options(copier(atOnce, never)))
    expect(failures[0]).toMatchObject({
      oracle: 'liveness',
      plan: { faults: [{ at: { call: 'apply secrets default/blog' } }] },
    })
  })

  it('is not reported for a reconcile that reads a file', async () => {
    const { failures } = await explore(options(copier(() => readFile(import.meta.filename))))
    expect(failures).toEqual([])
  })

  it('is reported for a scenario that never ends', async () => {
    const endless: ExploreOptions['scenario'] = async (user) => {
      for (;;) await user.act('nothing', () => undefined)
    }
    const { failures } = await explore(options(copier(atOnce), { scenario: endless }))
    expect(failures[0]?.message).toBe('the scenario failed: it has taken 1000 steps and does not end')
  })
})

describe('an exploration', () => {
  it('is refused without controllers or scenario', async () => {
    const one = options(copier(atOnce))
    await expect(explore({ ...one, controllers: [] })).rejects.toThrow('it has no controllers')
    await expect(explore({ ...one, scenario: undefined as never })).rejects.toThrow('it has no scenario')
  })

  it('reports an operator that cannot start', async () => {
    const one = copier(atOnce)
    const { failures } = await explore({ ...options(one), controllers: [one, one] })
    expect(failures[0]?.message).toContain('it could not start the operator: Cannot add the controller copies')
  })

  it('reports a plan whose moment never came', async () => {
    const at = { call: 'apply secrets default/other', nth: 1 }
    const plan = { ...noFaults, faults: [{ type: 'lost', at } as const] }
    const { failures, truncated } = await replay(options(copier(atOnce)), plan)
    expect(failures).toEqual([])
    expect(truncated).toContain(
      'because its moment did not occur: the response to "apply secrets default/other" is lost',
    )
  })

  it('ignores a field with its subfields', async () => {
    let number = 0
    const counting = defineController({
      name: 'counts',
      for: ConfigMap,
      async reconcile(map, ctx) {
        if (map.metadata.namespace === 'default' && map.data === undefined)
          await ctx.client.patch(ConfigMap, blog, { data: { a: `${number++}`, b: 'b' } })
        return done()
      },
    })
    const { failures } = await explore(options(counting, { ignore: ['data'] }))
    expect(failures).toEqual([])
  })
})
