import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import type { ManagerCacheOptions } from '@kubewright/manager/settings'
import { expect, it } from 'vitest'
import { explore } from './explore.ts'

const labelled = { namespace: 'default', labels: { mine: 'yes' } }

/** The objects that the operator reconciles in an exploration. */
async function seenWith(cache: ManagerCacheOptions) {
  const seen = new Set<string>()
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    async reconcile({ metadata }) {
      seen.add(metadata.name)
      return done()
    },
  })
  const { failures } = await explore({
    controllers: [maps],
    cache,
    async scenario(user) {
      await user.create(ConfigMap, { metadata: { ...labelled, name: 'mine' } })
      await user.create(ConfigMap, { metadata: { namespace: 'default', name: 'other' } })
    },
    budget: { runs: 2 },
  })
  expect(failures).toEqual([])
  return [...seen]
}

it('an exploration runs the operator with the cache of its manager', async () => {
  expect(await seenWith({})).toEqual(expect.arrayContaining(['mine', 'other']))
  expect(await seenWith({ kinds: [{ resource: ConfigMap, labels: 'mine' }] })).toEqual(['mine'])
})
