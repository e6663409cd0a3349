/**
 * Crashes before or after any request to the cluster or the cloud: the next process completes the work, nothing is
 * created twice or leaked.
 */
import { externalNameAnnotation } from '@kubewright/external'
import { creationAnnotation } from '@kubewright/external/record'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { FakeCloud } from './fake-cloud.ts'
import { type Crash, CrashingOperator } from './crashing-operator.ts'
import { assignedThings, shop, Thing, things } from './things.ts'

/** Covers every request of a create, an update, a recreation and a deletion. */
const crashes = (['before', 'after'] as const).flatMap((side) => [
  ...Array.from({ length: 14 }, (_, at): Crash => ({ at: 'cloud', moment: at + 1, side })),
  ...Array.from({ length: 22 }, (_, at): Crash => ({ at: 'cluster', moment: at + 1, side })),
])

const riddle = 'a create call had no response'
const settledState = async (cluster: Cluster) => (await cluster.client.get(Thing, shop)).status

describe('external resource: an operator that crashes', () => {
  it.each(crashes)(
    'is completed by the next process, nothing created twice or leaked: $side request $moment to the $at',
    async (crash) => {
      await using cluster = await startCluster({ resources: [Thing] })
      const cloud = new FakeCloud({ clock: cluster.clock })
      const operator = new CrashingOperator(cluster, cloud, crash)
      const user = cluster.clientFor({ retry: false })
      const counts: number[] = []
      const step = async (act: () => Promise<unknown>) => {
        await operator.user(act)
        await operator.settle((cloudOfProcess) => things(cloudOfProcess))
        counts.push(cloud.things.length)
      }
      await step(() => user.create(Thing, { metadata: shop, spec: { zone: 'a' } }))
      expect(cloud.named('shop')).toMatchObject({ size: 1 })
      await step(() => user.patch(Thing, shop, { spec: { size: 2 } }))
      expect(cloud.named('shop')).toMatchObject({ size: 2 })
      await step(() => user.patch(Thing, shop, { spec: { version: '2' } }))
      expect(cloud.named('shop')).toMatchObject({ version: '2' })
      expect(await settledState(cluster)).toMatchObject({ state: 'Succeeded' })
      await step(() => user.delete(Thing, shop))
      expect(counts).toEqual([1, 1, 1, 0])
      expect(cloud.made).toBe(2)
      await expect(settledState(cluster)).rejects.toThrow('not found')
      await operator.end()
    },
  )

  it.each(crashes.filter(({ moment }) => moment <= 7))(
    'asks for manual resolution if the API assigns the name: $side request $moment to the $at',
    async (crash) => {
      await using cluster = await startCluster({ resources: [Thing] })
      const cloud = new FakeCloud({ clock: cluster.clock })
      const operator = new CrashingOperator(cluster, cloud, crash)
      const user = cluster.clientFor({ retry: false })
      const settle = () => operator.settle((cloudOfProcess) => assignedThings(cloudOfProcess))
      await operator.user(() => user.create(Thing, { metadata: shop, spec: { zone: 'a' } }))
      await settle()
      const status = await settledState(cluster)
      const isClear = status?.state === 'Succeeded'
      expect(isClear ? riddle : status?.message).toContain(riddle)
      if (!isClear) {
        const [thing] = cloud.things
        const said = thing === undefined ? { [creationAnnotation]: null } : { [externalNameAnnotation]: thing.id }
        await operator.user(() => user.patch(Thing, shop, { metadata: { annotations: said } }))
        await settle()
      }
      expect(cloud.things).toHaveLength(1)
      expect(await settledState(cluster)).toMatchObject({ state: 'Succeeded', id: cloud.things[0]!.id })
      await operator.user(() => user.delete(Thing, shop))
      await settle()
      expect([cloud.things, cloud.made]).toEqual([[], 1])
      await expect(settledState(cluster)).rejects.toThrow('not found')
      await operator.end()
    },
  )
})
