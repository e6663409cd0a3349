import { describe, expect, it } from 'vitest'
import { cascade, component, volume } from './component.ts'
import { type Phase, observeComponent } from './phase.ts'

const deployed = component({ image: 'a' })
const counts = { observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2 }

interface Given {
  readonly name: string
  readonly status: object
  readonly available?: boolean
  readonly reason?: string
  readonly previous?: Phase
  readonly expected: readonly [Phase, boolean]
}

const deployment = ({ status, available = true, reason = 'NewReplicaSetAvailable' }: Given) => ({
  metadata: { generation: 1 },
  spec: { replicas: 2 },
  status: {
    ...status,
    conditions: [
      { type: 'Available', status: available ? 'True' : 'False' },
      { type: 'Progressing', status: 'True', reason },
    ],
  },
})

describe('the phase of a Deployment', () => {
  const down = { ...counts, readyReplicas: 0 }
  it.each<Given>([
    { name: 'is running when all replicas are ready', status: counts, expected: ['running', true] },
    {
      name: 'is starting before it was ever ready',
      status: down,
      available: false,
      reason: 'ReplicaSetUpdated',
      expected: ['starting', false],
    },
    {
      name: 'is crashed when replicas are missing after a finished rollout',
      status: down,
      available: false,
      previous: 'running',
      expected: ['crashed', false],
    },
    {
      name: 'is crashed after a finished rollout even if no previous phase is known',
      status: down,
      available: false,
      expected: ['crashed', false],
    },
    {
      name: 'is crashed when its rollout failed',
      status: down,
      available: false,
      reason: 'ProgressDeadlineExceeded',
      expected: ['crashed', false],
    },
    {
      name: 'is running but incomplete during a rolling update',
      status: { ...counts, replicas: 3, updatedReplicas: 1 },
      reason: 'ReplicaSetUpdated',
      previous: 'running',
      expected: ['running', false],
    },
    {
      name: 'is incomplete while an old pod counts as ready',
      status: { ...counts, replicas: 3 },
      reason: 'ReplicaSetUpdated',
      previous: 'running',
      expected: ['running', false],
    },
    {
      name: 'is starting, not crashed, while all its pods are replaced',
      status: { ...counts, replicas: 0, updatedReplicas: 0, readyReplicas: 0 },
      available: false,
      previous: 'running',
      expected: ['starting', false],
    },
    {
      name: 'is still starting if a rollback to earlier pods reports completion too early',
      status: down,
      available: false,
      previous: 'starting',
      expected: ['starting', false],
    },
    {
      name: 'is crashed when its rollout failed while starting',
      status: down,
      available: false,
      reason: 'ProgressDeadlineExceeded',
      previous: 'starting',
      expected: ['crashed', false],
    },
    {
      name: 'is unchanged until its controller has observed the new generation',
      status: { ...counts, observedGeneration: 0 },
      previous: 'running',
      expected: ['running', false],
    },
  ])('$name', (given) => {
    const { phase, isComplete } = observeComponent(deployed, deployment(given), given.previous)
    expect([phase, isComplete]).toEqual(given.expected)
  })

  it.each([
    { name: 'all replicas are ready', status: counts, isPending: true },
    {
      name: 'fewer replicas are ready than requested',
      status: { ...counts, readyReplicas: 1 },
      isPending: undefined,
    },
  ])('is pending for an unobserved generation if $name', ({ status, isPending }) => {
    const changed = { ...deployment({ status } as Given), metadata: { generation: 2 } }
    expect(observeComponent(deployed, changed, 'running').isPending).toBe(isPending)
  })

  it('is absent if it is missing', () => {
    expect(observeComponent(deployed, undefined, 'running')).toEqual({ phase: 'absent', isComplete: false })
  })
})

describe('the phase of other components', () => {
  const set = component({ image: 'a', workload: 'StatefulSet' })
  const status = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'a' }
  const stateful = { metadata: { generation: 1 }, spec: { replicas: 1 }, status }

  it('a StatefulSet is crashed only if it was running before', () => {
    expect(observeComponent(set, stateful, undefined).phase).toBe('starting')
    expect(observeComponent(set, stateful, 'running').phase).toBe('crashed')
    expect(observeComponent(set, { ...stateful, status: { ...status, readyReplicas: 1 } }, undefined).phase).toBe(
      'running',
    )
  })

  it('a claim is running as soon as it exists, unless its volume is lost', () => {
    const claim = (phase: string) => ({ metadata: {}, status: { phase } })
    expect(observeComponent(volume({ size: '1Gi' }), claim('Pending'), undefined).phase).toBe('running')
    expect(observeComponent(volume({ size: '1Gi' }), claim('Lost'), undefined).phase).toBe('crashed')
  })

  it('a custom resource is running when its Ready condition is true for the current generation', () => {
    const database = cascade({ resource: {}, object: {} } as never)
    const object = (observedGeneration: number, ready: string) => ({
      metadata: { generation: 2 },
      status: { observedGeneration, conditions: [{ type: 'Ready', status: ready }] },
    })
    expect(observeComponent(database, object(2, 'True'), undefined).phase).toBe('running')
    expect(observeComponent(database, object(1, 'True'), undefined).phase).toBe('starting')
    expect(observeComponent(database, object(2, 'False'), 'running').phase).toBe('crashed')
  })
})
