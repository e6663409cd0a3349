import type { Deployment } from 'kubewright'
import { describe, expect, it } from 'vitest'
import { rolloutOf } from './rollout.ts'

const condition = (type: string, status: 'True' | 'False', reason: string) => ({
  type,
  status,
  reason,
  message: `${reason}.`,
})
const available = condition('Available', 'True', 'MinimumReplicasAvailable')
const replaced = condition('Progressing', 'True', 'NewReplicaSetAvailable')

const deploymentWith = (status?: Deployment['status']) =>
  ({ metadata: { generation: 3 }, ...(status === undefined ? {} : { status }) }) as Deployment

describe('the status of a website from its Deployment', () => {
  it.each([
    { name: 'without a status', status: undefined, reason: 'RollingOut' },
    {
      name: 'while the last generation is not observed',
      status: { observedGeneration: 2, conditions: [available, replaced] },
      reason: 'RollingOut',
    },
    { name: 'without conditions', status: { observedGeneration: 3 }, reason: 'ServerUnavailable' },
    {
      name: 'while no webserver is available',
      status: { observedGeneration: 3, conditions: [condition('Available', 'False', 'TooFew'), replaced] },
      reason: 'ServerUnavailable',
    },
    {
      name: 'during a rollout',
      status: { observedGeneration: 3, conditions: [available, condition('Progressing', 'True', 'ReplicaSetUpdated')] },
      reason: 'RollingOut',
    },
    {
      name: 'after a failed rollout',
      status: {
        observedGeneration: 3,
        conditions: [available, condition('Progressing', 'False', 'NewReplicaSetAvailable')],
      },
      reason: 'RollingOut',
    },
  ])('is Pending $name', ({ status, reason }) => {
    expect(rolloutOf(deploymentWith(status))).toMatchObject({ phase: 'Pending', ready: { status: 'False', reason } })
  })

  it('is Ready when the webserver is available and the rollout is complete', () => {
    const status = { observedGeneration: 3, conditions: [available, replaced] }
    expect(rolloutOf(deploymentWith(status))).toMatchObject({ phase: 'Ready', ready: { status: 'True' } })
  })

  it('truncates long condition messages', () => {
    const endless = { ...condition('Available', 'False', 'TooFew'), message: 'x'.repeat(100_000) }
    const { ready } = rolloutOf(deploymentWith({ observedGeneration: 3, conditions: [endless] }))
    expect(ready.message).toHaveLength(1_024)
  })
})
