import { defineController, done, formatReason } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const labels = { app: 'web' }

describe('resync', () => {
  it('reconciles every object once a period, with the reason resync and with jitter', async () => {
    await using cluster = await startCluster()
    const looked: { readonly name: string; readonly at: number; readonly why: string }[] = []
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names)
      await cluster.client.create(ConfigMap, { metadata: { name, namespace: 'default', labels } })
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'app=web' },
      resync: '10h',
      async reconcile({ metadata }, { reasons, clock }) {
        looked.push({ name: metadata.name, at: clock.elapsed(), why: reasons.map(formatReason).join() })
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.settle()
    expect(looked.splice(0)).toHaveLength(names.length)

    await cluster.advance('8h')
    expect(looked).toEqual([])
    for (const _round of [1, 2]) {
      // Ten hours, a tenth more or less.
      await cluster.advance('12h')
      const round = looked.splice(0, names.length)
      expect(round.map(({ name }) => name).sort()).toEqual(names)
      expect(new Set(round.map(({ why }) => why))).toEqual(new Set(['resync']))
      expect(new Set(round.map(({ at }) => at)).size).toBeGreaterThan(1)
    }
  })

  it('does not happen by default', async () => {
    await using cluster = await startCluster()
    let reconciles = 0
    await cluster.client.create(ConfigMap, { metadata: { name: 'a', namespace: 'default', labels } })
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'app=web' },
      async reconcile() {
        reconciles++
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.settle()
    await cluster.advance('24h')
    expect(reconciles).toBe(1)
  })
})
