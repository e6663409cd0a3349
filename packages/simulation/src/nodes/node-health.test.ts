import type { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { Node, Taint, Toleration } from '@kubewright/kubernetes/core/v1'
import { formatMicroTime } from '@kubewright/core/time'
import { describe, expect, it } from 'vitest'
import { judgeNode } from './node-health.ts'
import { leaseSpec } from './node-lease.ts'
import { evictionTime, tolerates } from './toleration.ts'

const born = Date.UTC(2026, 0, 1)
const nodeOf = (ready: string | undefined, spec: object = {}): Node =>
  ({
    metadata: { name: 'n', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec,
    status: {
      conditions:
        ready === undefined ? [] : [{ type: 'Ready', status: ready, lastTransitionTime: '2026-01-01T00:00:00Z' }],
    },
  }) as unknown as Node
const leaseAt = (ms: number, seconds = 40): Lease =>
  ({ metadata: { name: 'n' }, spec: { renewTime: formatMicroTime(ms), leaseDurationSeconds: seconds } }) as Lease
const keys = (taints: readonly Taint[] | undefined) =>
  taints?.map(({ key, effect }) => `${key.split('/')[1]}:${effect}`)

describe('the health of a node', () => {
  it('is unchanged while its lease is renewed, with a requeue for the grace period', () => {
    expect(judgeNode(nodeOf('True'), leaseAt(born), born + 10_000)).toEqual({ againMs: 40_000 })
  })

  it('has a grace period that depends on the lease duration', () => {
    expect(judgeNode(nodeOf('True'), leaseAt(born, 2_400), born)).toEqual({ againMs: 3_000_000 })
    expect(leaseSpec('n', born, '10m').leaseDurationSeconds).toBe(2_400)
    expect(leaseSpec('n', born, 'last').leaseDurationSeconds).toBe(40)
  })

  it('becomes Unknown after 50 seconds without a renewal', () => {
    const { conditions, taints, againMs } = judgeNode(nodeOf('True'), leaseAt(born), born + 50_000)
    expect(conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
    })
    expect(keys(taints)).toEqual(['unreachable:NoSchedule', 'unreachable:NoExecute'])
    expect(againMs).toBeUndefined()
  })

  it('becomes Unknown with NodeStatusNeverUpdated if it never reported', () => {
    const { conditions } = judgeNode(nodeOf(undefined), undefined, born + 50_000)
    expect(conditions?.map(({ reason }) => reason)).toContain('NodeStatusNeverUpdated')
  })

  it.each([
    {
      name: 'ready',
      node: nodeOf('True', { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] }),
      taints: [],
    },
    { name: 'not ready', node: nodeOf('False'), taints: ['not-ready:NoSchedule', 'not-ready:NoExecute'] },
    { name: 'cordoned', node: nodeOf('True', { unschedulable: true }), taints: ['unschedulable:NoSchedule'] },
    {
      name: 'tainted by a user',
      node: nodeOf('True', { taints: [{ key: 'x/mine', effect: 'NoExecute' }] }),
      taints: undefined,
    },
  ])('has the taints of a node that is $name', ({ node, taints }) => {
    expect(keys(judgeNode(node, leaseAt(born), born).taints)).toEqual(taints)
  })
})

describe('a toleration', () => {
  const taint: Taint = { key: 'a', value: '1', effect: 'NoExecute', timeAdded: '2026-01-01T00:00:00Z' }
  it.each<{ name: string; toleration: Toleration; holds: boolean }>([
    { name: 'matches any taint with operator Exists', toleration: { operator: 'Exists' }, holds: true },
    { name: 'matches a taint with the same key', toleration: { key: 'a', operator: 'Exists' }, holds: true },
    { name: 'matches a taint with the same value', toleration: { key: 'a', value: '1' }, holds: true },
    { name: 'does not match another value', toleration: { key: 'a', value: '2' }, holds: false },
    {
      name: 'does not match another effect',
      toleration: { key: 'a', operator: 'Exists', effect: 'NoSchedule' },
      holds: false,
    },
    {
      name: 'matches a larger value with operator Gt',
      toleration: { key: 'a', operator: 'Gt', value: '0' },
      holds: true,
    },
    {
      name: 'does not match an equal value with operator Lt',
      toleration: { key: 'a', operator: 'Lt', value: '1' },
      holds: false,
    },
  ])('$name', ({ toleration, holds }) => {
    expect(tolerates(toleration, taint)).toBe(holds)
  })

  it.each<{ name: string; tolerations: Toleration[]; at: number | undefined }>([
    { name: 'at once', tolerations: [], at: born + 5 },
    {
      name: 'after tolerationSeconds',
      tolerations: [{ key: 'a', operator: 'Exists', tolerationSeconds: 300 }],
      at: born + 300_000,
    },
    {
      name: 'after the shortest tolerationSeconds',
      tolerations: [
        { operator: 'Exists', tolerationSeconds: 9 },
        { operator: 'Exists', tolerationSeconds: 5 },
      ],
      at: born + 5_000,
    },
    { name: 'never', tolerations: [{ operator: 'Exists' }], at: undefined },
  ])('evicts a pod $name', ({ tolerations, at }) => {
    expect(evictionTime([taint], tolerations, born + 5)).toBe(at)
  })
})
