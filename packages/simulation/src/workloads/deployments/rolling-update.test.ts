import type { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxSurge, maxUnavailable } from './rolling-limits.ts'
import { planRollingUpdate, wantedOfNew } from './rolling-update.ts'

const deployment = (replicas: number, rollingUpdate: object = {}) =>
  ({ spec: { replicas, strategy: { type: 'RollingUpdate', rollingUpdate } } }) as unknown as Deployment
const set = (name: string, replicas: number, status: object = {}) =>
  ({
    metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { replicas },
    status,
  }) as unknown as ReplicaSet

describe('the limits of a rolling update', () => {
  const cases = [
    { replicas: 10, rollingUpdate: {}, surge: 3, unavailable: 2 },
    { replicas: 1, rollingUpdate: {}, surge: 1, unavailable: 0 },
    { replicas: 4, rollingUpdate: { maxSurge: 0, maxUnavailable: 0 }, surge: 0, unavailable: 1 },
    { replicas: 4, rollingUpdate: { maxSurge: '100%', maxUnavailable: '200%' }, surge: 4, unavailable: 4 },
    { replicas: 0, rollingUpdate: {}, surge: 0, unavailable: 0 },
  ]
  it.each(cases)(
    'for $replicas replicas with $rollingUpdate are +$surge and -$unavailable',
    ({ replicas, rollingUpdate, ...limits }) => {
      const one = deployment(replicas, rollingUpdate)
      expect({ surge: maxSurge(one), unavailable: maxUnavailable(one) }).toEqual(limits)
    },
  )
})

describe('planRollingUpdate', () => {
  const sizes = (plan: ReturnType<typeof planRollingUpdate>) =>
    plan.map(({ set: one, to }) => `${one.metadata.name}=${to}`)

  it('scales up the new ReplicaSet within maxSurge before it scales down', () => {
    const plan = planRollingUpdate(deployment(4, { maxSurge: 2 }), set('new', 0), [
      set('old', 4, { replicas: 4, availableReplicas: 4 }),
    ])
    expect(sizes(plan)).toEqual(['new=2'])
  })

  it('scales down unavailable old pods first', () => {
    const old = [
      set('oldest', 2, { replicas: 2, availableReplicas: 2 }),
      set('broken', 3, { replicas: 3, availableReplicas: 0 }),
    ]
    const plan = planRollingUpdate(deployment(4, { maxSurge: 1, maxUnavailable: 2 }), set('new', 0), old)
    expect(sizes(plan)).toEqual(['broken=0'])
  })

  it('counts terminating pods against maxSurge', () => {
    const old = set('old', 3, { replicas: 4, availableReplicas: 4 })
    expect(wantedOfNew(deployment(4, { maxSurge: 1 }), 1, [old, set('new', 1, { replicas: 1 })])).toBe(1)
  })

  it('does not count pods that will be deleted as available', () => {
    const old = set('old', 7, { replicas: 10, availableReplicas: 10 })
    const plan = planRollingUpdate(
      deployment(10, { maxSurge: 3, maxUnavailable: 3 }),
      set('new', 3, { replicas: 3, availableReplicas: 3 }),
      [old],
    )
    expect(sizes(plan)).toEqual(['old=4'])
  })

  /** The actual pods, and those in the status of the sets. */
  interface Pods {
    spec: number
    alive: number
    ready: number
    said: { replicas: number; availableReplicas: number }
  }

  it('stays within its limits for any interleaving of plan and status updates', () => {
    const turns = fc.array(fc.tuple(fc.constantFrom('plan', 'act', 'tell', 'serve'), fc.integer({ min: 0, max: 1 })), {
      maxLength: 200,
    })
    const share = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), share, share, turns, (replicas, surge, unavailable, order) => {
        const one = deployment(replicas, { maxSurge: surge, maxUnavailable: unavailable })
        const said = () => ({ replicas, availableReplicas: replicas })
        const old: Pods = { spec: replicas, alive: replicas, ready: replicas, said: said() }
        const fresh: Pods = { spec: 0, alive: 0, ready: 0, said: { replicas: 0, availableReplicas: 0 } }
        for (const [turn, which] of order) {
          const pods = which === 0 ? old : fresh
          if (turn === 'plan') step(one, old, fresh)
          if (turn === 'act') act(pods)
          if (turn === 'tell') pods.said = { replicas: pods.alive, availableReplicas: pods.ready }
          if (turn === 'serve') pods.ready = pods.alive
          expect(old.alive + fresh.alive).toBeLessThanOrEqual(replicas + maxSurge(one))
          expect(old.ready + fresh.ready).toBeGreaterThanOrEqual(replicas - maxUnavailable(one))
        }
      }),
    )
  })

  it('completes when every ReplicaSet follows the plan', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 5 }),
        (replicas, surge, unavailable) => {
          const one = deployment(replicas, { maxSurge: surge, maxUnavailable: unavailable })
          const old: Pods = {
            spec: replicas,
            alive: replicas,
            ready: replicas,
            said: { replicas, availableReplicas: replicas },
          }
          const fresh: Pods = { spec: 0, alive: 0, ready: 0, said: { replicas: 0, availableReplicas: 0 } }
          for (let turn = 0; turn < 100; turn++) {
            step(one, old, fresh)
            for (const pods of [old, fresh]) {
              act(pods)
              pods.ready = pods.alive
              pods.said = { replicas: pods.alive, availableReplicas: pods.ready }
            }
          }
          expect([old.alive, fresh.alive]).toEqual([0, replicas])
        },
      ),
    )
  })

  function step(one: Deployment, old: Pods, fresh: Pods): void {
    const [oldSet, newSet] = [set('old', old.spec, old.said), set('new', fresh.spec, fresh.said)]
    for (const { set: scaled, to } of planRollingUpdate(one, newSet, [oldSet]))
      (scaled === oldSet ? old : fresh).spec = to
  }

  /** Like a replica set: pods that are not ready are deleted first. */
  function act(pods: Pods): void {
    if (pods.alive > pods.spec) pods.ready = Math.min(pods.ready, pods.spec)
    pods.alive = pods.spec
  }
})
