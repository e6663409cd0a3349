import { describe, expect, it } from 'vitest'
import { formatAmounts } from './amounts.ts'
import { podLimits, podRequests } from './pod-amounts.ts'

const options = { withOverhead: true, withGiven: true, isPodLevel: (name: string) => name === 'cpu' }
const asking = (name: string, cpu: string, more: object = {}) => ({ name, resources: { requests: { cpu } }, ...more })
const requests = (pod: Parameters<typeof podRequests>[0]) => formatAmounts(podRequests(pod, options))

describe('podRequests', () => {
  it('adds up containers that run at the same time', () => {
    expect(requests({ spec: { containers: [asking('a', '1'), asking('b', '500m')] } })).toBe('cpu=1500m')
  })

  it('counts init containers one by one', () => {
    const initContainers = [asking('i', '3'), asking('j', '2')]
    expect(requests({ spec: { initContainers, containers: [asking('a', '1')] } })).toBe('cpu=3')
  })

  it('adds init containers that stay to everything that comes after them', () => {
    const initContainers = [asking('i', '1'), asking('stays', '2', { restartPolicy: 'Always' }), asking('j', '2')]
    expect(requests({ spec: { initContainers, containers: [asking('a', '1')] } })).toBe('cpu=4')
  })

  it('takes what the pod asks for as a whole instead, and adds what running it costs', () => {
    const spec = { containers: [asking('a', '1')], resources: { requests: { cpu: '3', memory: '1' } } }
    expect(requests({ spec: { ...spec, overhead: { cpu: '1', memory: '5' } } })).toBe('cpu=4,memory=5')
  })

  const resized = (reason: string) => ({
    spec: { containers: [asking('a', '5')] },
    status: {
      conditions: [{ type: 'PodResizePending', reason }],
      containerStatuses: [{ name: 'a', resources: { requests: { cpu: '2' } }, allocatedResources: { cpu: '3' } }],
    },
  })

  it('counts what a container was given if that is more than it asks for now', () => {
    expect(requests(resized('Deferred'))).toBe('cpu=5')
    expect(requests(resized('Infeasible'))).toBe('cpu=3')
  })
})

describe('podLimits', () => {
  it('adds what running the pod costs to what is limited', () => {
    const containers = [{ name: 'a', resources: { limits: { cpu: '1' } } }]
    const limits = podLimits({ spec: { containers, overhead: { cpu: '1', memory: '5' } } }, options)
    expect(formatAmounts(limits)).toBe('cpu=2')
  })
})
