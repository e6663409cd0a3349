import { describe, expect, it } from 'vitest'
import { formatAmounts } from './amounts.ts'
import { podLimits, podRequests } from './pod-amounts.ts'

const options = { withOverhead: true, withGiven: true, isPodLevel: (name: string) => name === 'cpu' }
const asking = (name: string, cpu: string, more: object = {}) => ({ name, resources: { requests: { cpu } }, ...more })
const requests = (pod: Parameters<typeof podRequests>[0]) => formatAmounts(podRequests(pod, options))

describe('podRequests', () => {
  it('sums the requests of regular containers', () => {
    expect(requests({ spec: { containers: [asking('a', '1'), asking('b', '500m')] } })).toBe('cpu=1500m')
  })

  it('takes the maximum of init containers, which run one by one', () => {
    const initContainers = [asking('i', '3'), asking('j', '2')]
    expect(requests({ spec: { initContainers, containers: [asking('a', '1')] } })).toBe('cpu=3')
  })

  it('adds sidecar containers to later init containers and to regular containers', () => {
    const initContainers = [asking('i', '1'), asking('stays', '2', { restartPolicy: 'Always' }), asking('j', '2')]
    expect(requests({ spec: { initContainers, containers: [asking('a', '1')] } })).toBe('cpu=4')
  })

  it('prefers pod-level requests and adds the pod overhead', () => {
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

  it('uses allocated resources if a pending resize is infeasible', () => {
    expect(requests(resized('Deferred'))).toBe('cpu=5')
    expect(requests(resized('Infeasible'))).toBe('cpu=3')
  })
})

describe('podLimits', () => {
  it('adds the pod overhead to resources that have a limit', () => {
    const containers = [{ name: 'a', resources: { limits: { cpu: '1' } } }]
    const limits = podLimits({ spec: { containers, overhead: { cpu: '1', memory: '5' } } }, options)
    expect(formatAmounts(limits)).toBe('cpu=2')
  })
})
