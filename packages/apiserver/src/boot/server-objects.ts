/** What a server writes about itself and for itself: its namespaces, its Service, the ranges and classes it relies on. */
import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { BootObject } from './boot-object.ts'

const core = 'v1'

export const systemNamespaces = ['kube-system', 'kube-public', 'kube-node-lease', 'default'] as const

export function namespaces(): readonly BootObject[] {
  return systemNamespaces.map((name) => ({ apiVersion: core, plural: 'namespaces', metadata: { name }, fields: {} }))
}

export function priorityClasses(): readonly BootObject[] {
  const priorityClass = (name: string, value: number, description: string): BootObject => ({
    apiVersion: 'scheduling.k8s.io/v1',
    plural: 'priorityclasses',
    metadata: { name },
    fields: { value, description },
  })
  return [
    priorityClass(
      'system-node-critical',
      2_000_001_000,
      'Used for system critical pods that must not be moved from their current node.',
    ),
    priorityClass(
      'system-cluster-critical',
      2_000_000_000,
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
    ),
  ]
}

/** @param time RFC 3339 */
export function serviceRange(time: string): BootObject {
  const condition = {
    type: 'Ready',
    status: 'True',
    lastTransitionTime: time,
    message: 'Kubernetes default Service CIDR is ready',
  }
  return {
    apiVersion: 'networking.k8s.io/v1',
    plural: 'servicecidrs',
    metadata: { name: 'kubernetes' },
    fields: { spec: { cidrs: ['10.0.0.0/24'] } },
    status: { manager: 'kubernetes-service-cidr-controller', value: { conditions: [condition] } },
  }
}

/** The first address of the range is the server's own. */
const ownAddress = '10.0.0.1'

/** By which pods find the server. @param port where it listens */
export function ownService(port: number): BootObject {
  return {
    apiVersion: core,
    plural: 'services',
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    fields: {
      spec: {
        clusterIP: ownAddress,
        ipFamilyPolicy: 'SingleStack',
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: port }],
        sessionAffinity: 'None',
        type: 'ClusterIP',
      },
    },
  }
}

/** Where the Service leads. Nothing for a loopback address, which is no endpoint to anybody else. */
export function ownEndpoints(host: string, port: number): readonly BootObject[] {
  const isLoopback = host.startsWith('127.') || host === '::1'
  if (isLoopback || !(isIPv4(host) || isIPv6(host))) return []
  const place = { name: 'kubernetes', namespace: 'default' }
  const ports = [{ name: 'https', port, protocol: 'TCP' }]
  return [
    {
      apiVersion: core,
      plural: 'endpoints',
      metadata: { ...place, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      fields: { subsets: [{ addresses: [{ ip: host }], ports }] },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      plural: 'endpointslices',
      metadata: { ...place, labels: { 'kubernetes.io/service-name': 'kubernetes' } },
      fields: {
        addressType: isIPv4(host) ? 'IPv4' : 'IPv6',
        endpoints: [{ addresses: [host], conditions: { ready: true } }],
        ports,
      },
    },
  ]
}

/** @param pem of the authority that signs the certificates of clients */
export function clientAuthority(pem: string): BootObject {
  return {
    apiVersion: core,
    plural: 'configmaps',
    metadata: { name: 'extension-apiserver-authentication', namespace: 'kube-system' },
    fields: { data: { 'client-ca-file': pem } },
  }
}

/** Since when the server looks out for tokens that are kept in secrets. @param time RFC 3339 */
export function tokenTracking(time: string): BootObject {
  return {
    apiVersion: core,
    plural: 'configmaps',
    metadata: { name: 'kube-apiserver-legacy-service-account-token-tracking', namespace: 'kube-system' },
    fields: { data: { since: time.slice(0, 10) } },
  }
}

export interface Identity {
  readonly host: string
  readonly port: number
  readonly hostname: string
  readonly uid: string
  readonly nowMs: number
}

/** The sign of life of a server. This one is alone, and nobody waits for it to be renewed. */
export function identityLease({ host, port, hostname, uid, nowMs }: Identity): BootObject {
  const name = `apiserver-${base32(createHash('sha256').update(hostname).digest().subarray(0, 16))}`
  return {
    apiVersion: 'coordination.k8s.io/v1',
    plural: 'leases',
    metadata: {
      name,
      namespace: 'kube-system',
      labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': hostname },
      annotations: { 'kubernetes.io/peer-advertise-address': `${host}:${port}` },
    },
    fields: {
      spec: {
        holderIdentity: `${name}_${uid}`,
        leaseDurationSeconds: 3_600,
        renewTime: new Date(nowMs).toISOString().replace('Z', '000Z'),
      },
    },
  }
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => 'abcdefghijklmnopqrstuvwxyz234567'[parseInt(group.padEnd(5, '0'), 2)]).join('')
}
