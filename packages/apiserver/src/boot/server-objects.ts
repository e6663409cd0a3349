/** Objects that a server creates for itself: its namespaces, and the ranges and classes it relies on. */
import { defaultServicePrefix, ServiceRange } from '../built-in/service/service-range.ts'
import type { BootObject } from './boot-object.ts'

const core = 'v1'

export function namespaces(): readonly BootObject[] {
  const label = 'kubernetes.io/metadata.name'
  return ['kube-system', 'kube-public', 'kube-node-lease', 'default'].map((name) => ({
    collection: 'namespaces',
    apiVersion: core,
    kind: 'Namespace',
    metadata: { name, labels: { [label]: name } },
    fields: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
    owners: [{ owns: `metadata(labels(. ${label}))` }],
  }))
}

/** Name, value and description. */
const classes = [
  [
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ],
  [
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ],
] as const

export function priorityClasses(): readonly BootObject[] {
  return classes.map(([name, value, description]) => ({
    collection: 'priorityclasses.scheduling.k8s.io',
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name, generation: 1 },
    fields: { value, description, preemptionPolicy: 'PreemptLowerPriority' },
    owners: [{ owns: 'description preemptionPolicy value' }],
  }))
}

/** The range of Service addresses. @param time RFC 3339 */
export function serviceRange(time: string, prefix: number = defaultServicePrefix): BootObject {
  const message = 'Kubernetes default Service CIDR is ready'
  return {
    collection: 'servicecidrs.networking.k8s.io',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: 'kubernetes' },
    fields: {
      spec: { cidrs: [new ServiceRange(prefix).text] },
      status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: time, reason: '', message }] },
    },
    owners: [
      {
        manager: 'kubernetes-service-cidr-controller',
        operation: 'Apply',
        subresource: 'status',
        owns: 'status(conditions(k:{"type":"Ready"}(. lastTransitionTime message status type)))',
      },
      { owns: 'spec(cidrs)' },
    ],
  }
}

function systemMap(name: string, key: string, value: string): BootObject {
  return {
    collection: 'configmaps',
    apiVersion: core,
    kind: 'ConfigMap',
    metadata: { name, namespace: 'kube-system' },
    fields: { data: { [key]: value } },
    owners: [{ owns: `data(. ${key})` }],
  }
}

/** @param pem of the authority that signs client certificates */
export function clientAuthority(pem: string): BootObject {
  return { ...systemMap('extension-apiserver-authentication', 'client-ca-file', pem), renews: ['data'] }
}

/** The date since which the server tracks legacy tokens in secrets. @param time RFC 3339 */
export function tokenTracking(time: string): BootObject {
  return systemMap('kube-apiserver-legacy-service-account-token-tracking', 'since', time.slice(0, 10))
}
