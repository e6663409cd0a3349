import { defineController, done, poll, type Trigger } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from './managed.ts'

describe('controller triggers in readiness', () => {
  it('fail it until they first succeed, and only add a note when they fail later', async () => {
    await using cluster = await startCluster()
    let isOpen = false
    const bills = poll('bills', {
      every: '10s',
      async find() {
        if (!isOpen) throw new Error('the shop is closed')
        return []
      },
    })
    const bell: Trigger = {
      name: 'bell',
      run: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    }
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { namespace: 'default' },
      triggers: [bell, bills],
      reconcile: async () => done(),
    })
    const manager = managerOn(cluster, { controllers: [maps] })
    const triggers = async () =>
      (await manager.checks.ready.run()).filter(({ name, isWell }) => name.startsWith('trigger:') || !isWell)
    await using _ = manager.start()
    await rest(cluster, manager)
    expect(await triggers()).toEqual([
      { name: 'trigger:maps/bell', isWell: true },
      { name: 'trigger:maps/bills', isWell: false, why: 'it has failed since the start: the shop is closed' },
    ])
    isOpen = true
    await cluster.advance('15s')
    expect(await triggers()).toEqual([
      { name: 'trigger:maps/bell', isWell: true },
      { name: 'trigger:maps/bills', isWell: true },
    ])
    isOpen = false
    await cluster.advance('1m')
    const [, shown] = await triggers()
    expect(shown).toMatchObject({
      isWell: true,
      note: expect.stringMatching(/^it has failed for \d+s: the shop is closed$/),
    })
    await manager.remove('maps')
    expect(await triggers()).toEqual([])
  })
})
