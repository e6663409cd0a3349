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

describe('a website', () => {
  it.each([
    { name: 'before anything is known', status: undefined, reason: 'RollingOut' },
    {
      name: 'while the last change has not been noticed',
      status: { observedGeneration: 2, conditions: [available, replaced] },
      reason: 'RollingOut',
    },
    { name: 'while nothing is said', status: { observedGeneration: 3 }, reason: 'ServerUnavailable' },
    {
      name: 'while no webserver is available',
      status: { observedGeneration: 3, conditions: [condition('Available', 'False', 'TooFew'), replaced] },
      reason: 'ServerUnavailable',
    },
    {
      name: 'while webservers are being replaced',
      status: { observedGeneration: 3, conditions: [available, condition('Progressing', 'True', 'ReplicaSetUpdated')] },
      reason: 'RollingOut',
    },
    {
      name: 'when the replacement has failed',
      status: {
        observedGeneration: 3,
        conditions: [available, condition('Progressing', 'False', 'NewReplicaSetAvailable')],
      },
      reason: 'RollingOut',
    },
  ])('is pending $name', ({ status, reason }) => {
    expect(rolloutOf(deploymentWith(status))).toMatchObject({ phase: 'Pending', ready: { status: 'False', reason } })
  })

  it('is ready when the webserver is available, of now, and all there is', () => {
    const status = { observedGeneration: 3, conditions: [available, replaced] }
    expect(rolloutOf(deploymentWith(status))).toMatchObject({ phase: 'Ready', ready: { status: 'True' } })
  })

  it('says no more of what others say than a status can hold', () => {
    const endless = { ...condition('Available', 'False', 'TooFew'), message: 'x'.repeat(100_000) }
    const { ready } = rolloutOf(deploymentWith({ observedGeneration: 3, conditions: [endless] }))
    expect(ready.message).toHaveLength(1_024)
  })
})
