import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { alone, type Coordination } from '@kubewright/lease'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { managerOn, rest } from './managed.ts'

/** Every replica acts, each on the objects with its label. */
function part(name: string): Coordination {
  return {
    mode: 'part',
    coordinate(host) {
      const everybody = alone().coordinate(host)
      return {
        standing: everybody.standing,
        run: (signal, act) => everybody.run(signal, act),
        partition: {
          scopeOf: () => ({ labels: `part=${name}` }),
          guard: async (object, reconcile) =>
            object.metadata.annotations?.['drain'] === 'true' ? undefined : reconcile(),
        },
      }
    },
  }
}

it('managers with a partition watch and reconcile only their own part', async () => {
  await using cluster = await startCluster()
  const seen: string[] = []
  const managers = ['a', 'b'].map((name) =>
    managerOn(cluster, {
      identity: name,
      coordination: part(name),
      controllers: [
        defineController({
          name: 'maps',
          for: ConfigMap,
          async reconcile({ metadata }) {
            seen.push(`${name}: ${metadata.name}`)
            return done()
          },
        }),
      ],
    }),
  )
  for (const [name, label] of [
    ['one', 'a'],
    ['two', 'b'],
    ['three', 'c'],
  ] as const) {
    await cluster.client.create(ConfigMap, { metadata: { name, labels: { part: label } } })
  }
  const drained = { name: 'four', labels: { part: 'a' }, annotations: { drain: 'true' } }
  await cluster.client.create(ConfigMap, { metadata: drained })
  const running = managers.map((manager) => manager.start())
  await rest(cluster, ...managers)
  expect(seen.sort()).toEqual(['a: one', 'b: two'])
  expect(managers[0]!.history({ namespace: 'default', name: 'four' })[0]?.result.type).toBe('gone')
  for (const one of running) await one[Symbol.asyncDispose]()
})
