import { defineController, done } from '@kubewright/controller'
import type { Ref } from '@kubewright/core'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const labels = { app: 'test' }

/** The order in which one worker gets to objects that are all there before it begins. */
async function orderOf(
  objects: readonly Required<Ref>[],
  fairBy?: (object: Ref) => string,
): Promise<readonly string[]> {
  await using cluster = await startCluster()
  for (const name of new Set(objects.map(({ namespace }) => namespace))) {
    await cluster.client.create(Namespace, { metadata: { name } })
  }
  for (const metadata of objects) await cluster.client.create(ConfigMap, { metadata: { ...metadata, labels } })
  const seen: string[] = []
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { labels: 'app=test' },
    ...(fairBy === undefined ? {} : { fairBy }),
    async reconcile({ metadata }) {
      seen.push(`${metadata.namespace}/${metadata.name}`)
      return done()
    },
  })
  await using _ = await cluster.run(maps)
  await cluster.settle()
  return seen
}

describe('queued objects', () => {
  it('are reconciled round-robin by namespace', async () => {
    const order = await orderOf([
      { namespace: 'loud', name: 'a' },
      { namespace: 'loud', name: 'b' },
      { namespace: 'loud', name: 'c' },
      { namespace: 'quiet', name: 'd' },
    ])
    expect(order).toEqual(['loud/a', 'quiet/d', 'loud/b', 'loud/c'])
  })

  it('are reconciled round-robin by the key of `fairBy`', async () => {
    const names = ['a-tin', 'b-tin', 'c-tin', 'd-gold']
    const objects = names.map((name) => ({ namespace: 'one', name }))
    expect(await orderOf(objects)).toEqual(['one/a-tin', 'one/b-tin', 'one/c-tin', 'one/d-gold'])
    const byMetal = ({ name }: Ref) => name.split('-')[1]!
    expect(await orderOf(objects, byMetal)).toEqual(['one/a-tin', 'one/d-gold', 'one/b-tin', 'one/c-tin'])
  })
})
