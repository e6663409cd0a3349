import type { Pod } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { deletionCostAnnotation } from '../names.ts'
import { inDeletionOrder } from './deletion-order.ts'

const now = Date.UTC(2026, 0, 2)
const then = '2026-01-01T00:00:00Z'

interface Traits {
  readonly node?: string
  readonly phase?: string
  readonly readyAt?: string
  readonly cost?: string
  readonly restarts?: number
  readonly madeAt?: string
}

const pod = (
  name: string,
  { node = 'a', phase = 'Running', readyAt = then, cost, restarts = 0, madeAt = then }: Traits,
) =>
  ({
    metadata: {
      name,
      uid: name,
      creationTimestamp: madeAt,
      ...(cost === undefined ? {} : { annotations: { [deletionCostAnnotation]: cost } }),
    },
    spec: node === '' ? {} : { nodeName: node },
    status: {
      phase,
      conditions: [{ type: 'Ready', status: readyAt === '' ? 'False' : 'True', lastTransitionTime: readyAt || then }],
      containerStatuses: [{ restartCount: restarts }],
    },
  }) as unknown as Pod

describe('inDeletionOrder, the scale-down order of pods', () => {
  const late = '2026-01-01T23:59:00Z'
  const cases: readonly { name: string; first: Traits; last: Traits }[] = [
    { name: 'has no node yet', first: { node: '' }, last: {} },
    { name: 'is Pending', first: { phase: 'Pending' }, last: {} },
    { name: 'is not ready', first: { readyAt: '' }, last: {} },
    { name: 'has a lower pod-deletion-cost', first: { cost: '-5' }, last: {} },
    { name: 'became ready later', first: { readyAt: late }, last: {} },
    { name: 'has more restarts', first: { restarts: 3 }, last: {} },
    { name: 'is younger', first: { madeAt: late }, last: {} },
  ]
  it.each(cases)('puts first the pod that $name', ({ first, last }) => {
    const pods = [pod('last', last), pod('first', first)]
    const names = inDeletionOrder(pods, { related: pods, now }).map(({ metadata }) => metadata.name)
    expect(names).toEqual(['first', 'last'])
  })

  it('puts first the pods on the node with the most replicas', () => {
    const pods = [pod('alone', { node: 'b' }), pod('one', {}), pod('two', {})]
    expect(inDeletionOrder(pods, { related: pods, now }).at(-1)!.metadata.name).toBe('alone')
  })

  it('treats an invalid pod-deletion-cost as zero', () => {
    const pods = [pod('a', { cost: 'much' }), pod('b', { cost: '-1' })]
    expect(inDeletionOrder(pods, { related: pods, now })[0]!.metadata.name).toBe('b')
  })
})
