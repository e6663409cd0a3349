import type { PersistentVolumeClaim, Pod, ResourceQuota, Service } from '@kubewright/kubernetes'
import { expect, it } from 'vitest'
import { countedIn, quotaUsage, type UsedThings } from './quota-usage.ts'

const podOf = (cpu: string, phase = 'Running') =>
  ({
    metadata: { name: 'web' },
    spec: {
      containers: [
        { name: 'web', resources: { requests: { cpu }, limits: { cpu: '1', memory: '1Gi' } } },
        { name: 'side' },
      ],
    },
    status: { phase },
  }) as unknown as Pod
const quotaOf = (...keys: readonly string[]) =>
  ({ spec: { hard: Object.fromEntries(keys.map((key) => [key, '10'])) } }) as unknown as ResourceQuota
const things: UsedThings = {
  pods: [podOf('250m'), podOf('1'), podOf('4', 'Succeeded')],
  claims: [{ spec: { resources: { requests: { storage: '1Gi' } } } } as unknown as PersistentVolumeClaim],
  services: [{ spec: { type: 'LoadBalancer' } }, { spec: { type: 'ClusterIP' } }] as unknown as readonly Service[],
  counts: new Map([['deployments.apps', 3]]),
}

it.each([
  { key: 'pods', is: '2' },
  { key: 'count/pods', is: '3' },
  { key: 'requests.cpu', is: '1250m' },
  { key: 'cpu', is: '1250m' },
  { key: 'limits.memory', is: '2Gi' },
  { key: 'requests.storage', is: '1Gi' },
  { key: 'persistentvolumeclaims', is: '1' },
  { key: 'services', is: '2' },
  { key: 'services.nodeports', is: '1' },
  { key: 'services.loadbalancers', is: '1' },
  { key: 'count/deployments.apps', is: '3' },
  { key: 'count/unknowns.example.dev', is: undefined },
])('the quota usage of $key is $is', ({ key, is }) => {
  expect(quotaUsage(quotaOf(key), things)[key]).toBe(is)
})

it('object counts of a quota are listed by resource name', () => {
  const quota = quotaOf('pods', 'requests.cpu', 'services.nodeports', 'configmaps', 'count/jobs.batch', 'memory')
  expect(countedIn(quota)).toEqual(['configmaps', 'jobs.batch'])
})
