/** Objects that a server writes about itself: its address, and its identity lease. */
import { isIPv4, isIPv6 } from 'node:net'
import type { BootObject } from './boot-object.ts'

/** The address that the server listens on. */
export interface OwnAddress {
  readonly host: string
  readonly port: number
}

const place = { name: 'kubernetes', namespace: 'default' }
/** The first address of the Service range is the server's own. */
const ownAddress = '10.0.0.1'

/** The Service through which pods reach the server. */
export function ownService({ port }: OwnAddress): BootObject {
  const owns = 'name port protocol targetPort'
  return {
    collection: 'services',
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...place, labels: { component: 'apiserver', provider: 'kubernetes' } },
    fields: {
      spec: {
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: port }],
        clusterIP: ownAddress,
        clusterIPs: [ownAddress],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
      },
      status: { loadBalancer: {} },
    },
    renews: ['spec.ports', 'spec.type'],
    owners: [
      {
        owns: `metadata(labels(. component provider)) spec(clusterIP internalTrafficPolicy ipFamilyPolicy ports(. k:{"port":443,"protocol":"TCP"}(. ${owns})) sessionAffinity type)`,
      },
    ],
  }
}

/** The endpoints of the Service. None for a loopback address, which no other machine can reach. */
export function ownEndpoints({ host, port }: OwnAddress): readonly BootObject[] {
  const isLoopback = host.startsWith('127.') || host === '::1'
  if (isLoopback || !(isIPv4(host) || isIPv6(host))) return []
  const [old, label] = ['endpointslice.kubernetes.io/skip-mirror', 'kubernetes.io/service-name']
  return [
    {
      collection: 'endpoints',
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { ...place, labels: { [old]: 'true' } },
      fields: { subsets: [{ addresses: [{ ip: host }], ports: [{ name: 'https', port, protocol: 'TCP' }] }] },
      renews: ['subsets'],
      owners: [{ owns: `metadata(labels(. ${old})) subsets` }],
    },
    {
      collection: 'endpointslices.discovery.k8s.io',
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...place, generation: 1, labels: { [label]: 'kubernetes' } },
      fields: {
        addressType: isIPv4(host) ? 'IPv4' : 'IPv6',
        endpoints: [{ addresses: [host], conditions: { ready: true } }],
        ports: [{ name: 'https', protocol: 'TCP', port }],
      },
      renews: ['endpoints', 'ports'],
      owners: [{ owns: `addressType endpoints metadata(labels(. ${label})) ports` }],
    },
  ]
}

export interface Life {
  /** Unique to this start. */
  readonly uid: string
  readonly nowMs: number
}

/** The server's identity: a prefix, and 26 letters and digits. */
const ownName = 'apiserver-kubewrightembedded22222222'

/** The identity lease of a server. This server is alone, so no other waits for a renewal. */
export function identityLease({ host, port }: OwnAddress, { uid, nowMs }: Life): BootObject {
  const [label, annotation] = ['apiserver.kubernetes.io/identity', 'kubernetes.io/peer-advertise-address']
  const hostLabel = 'kubernetes.io/hostname'
  return {
    collection: 'leases.coordination.k8s.io',
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name: ownName,
      namespace: 'kube-system',
      labels: { [label]: 'kube-apiserver', [hostLabel]: 'localhost' },
      annotations: { [annotation]: `${host}:${port}` },
    },
    fields: {
      spec: {
        holderIdentity: `${ownName}_${uid}`,
        leaseDurationSeconds: 3_600,
        renewTime: new Date(nowMs).toISOString().replace('Z', '000Z'),
      },
    },
    renews: ['metadata.annotations', 'spec'],
    owners: [
      {
        owns: `metadata(annotations(. ${annotation}) labels(. ${label} ${hostLabel})) spec(holderIdentity leaseDurationSeconds renewTime)`,
      },
    ],
  }
}
