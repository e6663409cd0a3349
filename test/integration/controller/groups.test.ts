import { again, defineGroupController, done, poll, TerminalError, type Trigger, watch } from '@kubewright/controller'
import { defineController } from '@kubewright/controller'
import { ConfigMap, Namespace, Secret } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const mine = { namespace: 'default' }
const zoneOf = (name: string, zone: string) => ({ metadata: { name }, data: { zone } })

describe('a group controller', () => {
  it('reconciles a group, with its members, when an object comes, changes, moves or goes', async () => {
    await using cluster = await startCluster()
    const seen: string[] = []
    const zones = defineGroupController({
      name: 'zones',
      for: ConfigMap,
      scope: mine,
      by: (map) => map.data?.['zone'],
      async reconcile(zone, maps) {
        seen.push(`${zone}: ${maps.map(({ metadata }) => metadata.name).join(' ')}`)
        return done()
      },
    })
    await cluster.client.create(ConfigMap, zoneOf('one', 'a'))
    await cluster.client.create(ConfigMap, zoneOf('two', 'a'))
    await using _ = await cluster.run(zones)
    await cluster.settle()
    expect(seen.splice(0)).toEqual(['a: one two'])
    await cluster.client.patch(ConfigMap, { name: 'two' }, { data: { zone: 'b' } })
    await cluster.settle()
    expect(seen.splice(0)).toEqual(['b: two', 'a: one'])
    await cluster.client.delete(ConfigMap, { name: 'one' })
    await cluster.settle()
    expect(seen.splice(0)).toEqual(['a: '])
  })

  it('writes no event to an object that has the name of a failing group', async () => {
    await using cluster = await startCluster()
    const zones = defineGroupController({
      name: 'zones',
      for: Namespace,
      by: () => 'default',
      async reconcile() {
        throw new TerminalError('not this zone')
      },
    })
    await using _ = await cluster.run(zones)
    await cluster.settle()
    expect((await cluster.client.list(Event)).items).toEqual([])
  })

  it('is triggered and retried by group key, and not by its own writes', async () => {
    await using cluster = await startCluster()
    let failures = 1
    const seen: string[] = []
    const zones = defineGroupController({
      name: 'zones',
      for: ConfigMap,
      scope: mine,
      by: (map) => map.data?.['zone'],
      watches: [watch(Secret, { requests: (secret) => [{ name: secret.metadata.name }] })],
      timeout: '10s',
      async reconcile(zone, maps, ctx) {
        seen.push(`${zone}: ${ctx.reasons.map(({ type }) => type).join(' ')}`)
        if (failures-- > 0) throw new Error('not yet')
        for (const { metadata } of maps) {
          await ctx.client.patch(ConfigMap, metadata, { data: { size: String(maps.length) } })
        }
        return again('1h')
      },
    })
    await using running = await cluster.run(zones)
    await cluster.client.create(ConfigMap, zoneOf('one', 'a'))
    await cluster.settle()
    expect(seen.splice(0)).toEqual(['a: watched', 'a: watched retry'])
    await cluster.client.create(Secret, { metadata: { name: 'a' } })
    await cluster.settle()
    expect(seen.splice(0)).toEqual(['a: watched'])
    await cluster.advance('1h')
    await cluster.settle()
    expect(seen.splice(0)).toEqual(['a: again'])
    expect((await cluster.client.get(ConfigMap, { name: 'one' })).data).toEqual({ zone: 'a', size: '1' })
    expect(running.history({ name: 'a' })[0]).toMatchObject({ controller: 'zones', result: { type: 'requeue_after' } })
  })
})

describe('controller triggers', () => {
  it('enqueue objects by push, and by a poll that continues after a failure', async () => {
    await using cluster = await startCluster()
    const woken: string[] = []
    let looks = 0
    let push: (() => void) | undefined
    const bell: Trigger = {
      name: 'bell',
      run: (wake, signal) =>
        new Promise((resolve) => {
          push = () => wake([{ ...mine, name: 'one' }])
          signal.addEventListener('abort', () => resolve())
        }),
    }
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      triggers: [
        bell,
        poll('bills', {
          every: '5m',
          async find() {
            if (++looks === 2) throw new Error('the shop is closed')
            return [{ ...mine, name: 'two' }]
          },
        }),
      ],
      async reconcile({ metadata }, { reasons }) {
        const by = reasons.flatMap((reason) => (reason.type === 'triggered' ? [reason.by] : []))
        if (by.length > 0) woken.push(`${metadata.name} by ${by.join()}`)
        return done()
      },
    })
    for (const name of ['one', 'two']) await cluster.client.create(ConfigMap, { metadata: { name } })
    await using _ = await cluster.run(maps)
    await cluster.settle()
    push!()
    await cluster.settle()
    expect(woken.splice(0)).toEqual(['two by bills', 'one by bell'])
    await cluster.advance('16m')
    await cluster.settle()
    expect([looks, woken]).toEqual([4, ['two by bills', 'two by bills']])
  })

  it('are run again after a failure', async () => {
    await using cluster = await startCluster()
    let runs = 0
    const flaky: Trigger = {
      name: 'flaky',
      async run(wake) {
        if (++runs < 4) throw new Error('no line')
        wake([{ ...mine, name: 'one' }])
      },
    }
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      triggers: [flaky],
      reconcile: async () => done(),
    })
    await using running = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: { name: 'one' } })
    await cluster.advance('1m')
    await cluster.settle()
    const reasons = running.history({ ...mine, name: 'one' }).map((one) => one.reasons)
    expect([runs, reasons[0]]).toEqual([4, [{ type: 'triggered', by: 'flaky' }]])
  })
})
