import { recordedLog } from '@kubewright/core/testing'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { leader } from '@kubewright/lease'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from './managed.ts'

const lease = { name: 'operator', namespace: 'default' }
const one = { name: 'one', namespace: 'default' }

function replica(cluster: Cluster, identity: string, onLost: 'fail' | 'campaign' = 'fail') {
  const reconciled: string[] = []
  const waits: { until: Promise<void> | undefined } = { until: undefined }
  const aborted: unknown[] = []
  const refused: unknown[] = []
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { labels: 'app=test' },
    async reconcile({ metadata }, { client, signal }) {
      if (waits.until !== undefined) {
        signal.addEventListener('abort', () => aborted.push(signal.reason))
        await Promise.race([waits.until, new Promise((resolve) => signal.addEventListener('abort', resolve))])
        // A reconcile that ignores its abort: its write must not arrive.
        const late = client.patch(ConfigMap, metadata, { data: { by: identity } })
        await late.catch((error: unknown) => refused.push(error))
      }
      reconciled.push(metadata.name)
      return done()
    },
  })
  const recorded = recordedLog()
  const manager = managerOn(cluster, {
    identity,
    controllers: [maps],
    coordination: leader({ lease: lease.name, namespace: lease.namespace, onLost }),
    permissions: 'skip',
    log: recorded.log,
  })
  const stop = new AbortController()
  const ended = manager.run(stop.signal).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { manager, reconciled, waits, aborted, refused, ended, stop: () => stop.abort(), ...recorded }
}

async function create(cluster: Cluster, name: string): Promise<void> {
  const metadata = { name, namespace: 'default', labels: { app: 'test' } }
  await cluster.client.create(ConfigMap, { metadata })
}

describe('managers with leader election', () => {
  it('fail over at once to a standby with synced caches, without list or watch', async () => {
    await using cluster = await startCluster()
    await create(cluster, 'one')
    const first = replica(cluster, 'first')
    await rest(cluster, first.manager)
    const standby = replica(cluster, 'second')
    await cluster.advance('5s')
    expect([first.manager.state.phase, standby.manager.state.phase]).toEqual(['acting', 'standby'])
    expect(standby.manager.state.standing).toMatchObject({
      isActing: false,
      holder: expect.stringMatching(/^first_/) as string,
    })
    expect(standby.manager.state.controllers).toEqual([{ name: 'maps', isWarm: true, isWorking: false }])
    expect([first.reconciled, standby.reconciled]).toEqual([['one'], []])

    // The cache is synced and the queue filled: fail-over needs no list or watch.
    using fetched = cluster.faults.fail({ kind: ConfigMap, verb: ['list', 'watch'] }, 500)
    first.stop()
    await rest(cluster, first.manager)
    expect(await first.ended).toBeUndefined()
    await cluster.advance('3s')
    await rest(cluster, standby.manager)
    expect([standby.manager.state.phase, standby.reconciled, fetched.hits]).toEqual(['acting', ['one'], 0])
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toMatch(/^second_/)
    standby.stop()
    await rest(cluster)
    expect(await standby.ended).toBeUndefined()
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toBe('')
  })

  it('abort reconciles and refuse their writes when the lease is lost, and end with an error', async () => {
    await using cluster = await startCluster()
    const only = replica(cluster, 'only')
    only.waits.until = new Promise(() => {})
    await create(cluster, 'one')
    await cluster.advance('3s')
    expect(only.manager.state.activity).toEqual(['maps reconciles default/one (created)'])
    const fault = cluster.faults.fail({ kind: Lease }, 500)
    await cluster.advance('15s')
    expect(await only.ended).toMatchObject({ code: 'KW_LEASE_LOST' })
    expect(only.aborted).toMatchObject([{ code: 'KW_LEASE_LOST' }])
    expect(only.refused).toMatchObject([
      {
        code: 'KW_MANAGER_MAY_NOT_ACT',
        message:
          'Cannot patch configmaps one: this process does not hold the lease: another process does, or the lease expired. The replica that holds the lease does the work. Pass `ctx.signal` to calls that can block, so that a reconcile ends in time.',
      },
    ])
    expect((await cluster.client.get(ConfigMap, one)).data).toBeUndefined()
    expect(only.manager.state.phase).toBe('stopped')
    fault[Symbol.dispose]()
  })

  it('campaign again without a restart with onLost: campaign', async () => {
    await using cluster = await startCluster()
    await create(cluster, 'one')
    const only = replica(cluster, 'only', 'campaign')
    await rest(cluster, only.manager)
    const fault = cluster.faults.fail({ kind: Lease }, 500)
    await cluster.advance('15s')
    expect(only.manager.state.phase).toBe('standby')
    await create(cluster, 'two')
    await cluster.advance('5s')
    expect(only.reconciled).toEqual(['one'])
    fault[Symbol.dispose]()
    await cluster.advance('20s')
    await rest(cluster, only.manager)
    expect([only.manager.state.phase, only.reconciled]).toEqual(['acting', ['one', 'two']])
    only.stop()
    await rest(cluster)
    expect(await only.ended).toBeUndefined()
  })

  it('keep the lease until the last reconcile has ended', async () => {
    await using cluster = await startCluster()
    const first = replica(cluster, 'first')
    let finish!: () => void
    first.waits.until = new Promise((resolve) => (finish = resolve))
    await create(cluster, 'one')
    await cluster.advance('3s')
    first.stop()
    await cluster.advance('20s')
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toMatch(/^first_/)
    finish()
    await rest(cluster, first.manager)
    expect(await first.ended).toBeUndefined()
    expect(first.refused).toEqual([])
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toBe('')
  })
})
