import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { explore } from './explore.ts'

const blog = { name: 'blog', namespace: 'default' }

/** Writes a Secret for a ConfigMap: the whole of it, or only its own fields. */
function explored(isWhole: boolean) {
  const copies = defineController({
    name: 'copies',
    for: ConfigMap,
    owns: [Secret],
    async reconcile({ metadata: { namespace, name, uid }, data = {} }, ctx) {
      if (namespace !== 'default') return done()
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true }
      const copy = { metadata: { ...blog, ownerReferences: [owner] }, stringData: data }
      const there = ctx.cache.get(Secret, blog)
      if (!isWhole) await ctx.client.apply(Secret, copy)
      else if (there === undefined) await ctx.client.create(Secret, copy)
      else await ctx.client.update(Secret, copy as never, { overwrite: true })
      return done()
    },
  })
  return explore({
    controllers: [copies],
    strategies: ['single'],
    budget: { runs: 3 },
    async scenario(user) {
      await user.create(ConfigMap, { metadata: blog, data: { title: 'Notes' } })
      await user.patch(Secret, blog, { metadata: { labels: { team: 'web' } } })
      await user.patch(ConfigMap, blog, { data: { title: 'News' } })
    },
  })
}

describe('labels that the user adds to objects of the operator', () => {
  it('are reported as lost if the operator replaces the whole object', async () => {
    const { failures } = await explored(true)
    expect(failures.map(({ message }) => message)).toContain(
      'metadata.labels.team of Secret default/blog is gone, but the user, who set it, did not remove it',
    )
  })

  it('are kept if the operator applies only its own fields', async () => {
    const { failures } = await explored(false)
    expect(failures).toEqual([])
  })
})
