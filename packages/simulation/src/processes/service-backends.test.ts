import type { Service } from '@kubewright/kubernetes/core/v1'
import type { EndpointSlice } from '@kubewright/kubernetes/discovery/v1'
import { expect, it } from 'vitest'
import { addressesOf } from './hosts-lookup.ts'
import { frontendsOf, hostsText } from './service-backends.ts'
import { serviceVariables } from './service-variables.ts'

const serviceOf = (name: string, spec: object, namespace = 'default'): Service =>
  ({ metadata: { name, namespace }, spec: { selector: { app: name }, ...spec } }) as unknown as Service
const sliceOf = (name: string, endpoints: object[], ports: object[]): EndpointSlice =>
  ({
    metadata: { name: `${name}-x`, namespace: 'default', labels: { 'kubernetes.io/service-name': name } },
    endpoints,
    ports,
  }) as unknown as EndpointSlice

const web = serviceOf('web-front', {
  clusterIP: '10.0.0.17',
  ports: [
    { name: 'http', port: 80 },
    { name: 'dns', port: 53, protocol: 'UDP' },
  ],
})
const db = serviceOf('db', { clusterIP: 'None', ports: [{ port: 5432 }] })
const slices = [
  sliceOf(
    'web-front',
    [
      { addresses: ['10.128.16.3'], conditions: { ready: true } },
      { addresses: ['10.128.16.2'] },
      { addresses: ['10.128.16.4'], conditions: { ready: false } },
    ],
    [{ name: 'http', port: 8080 }],
  ),
  sliceOf(
    'db',
    [{ addresses: ['10.128.16.9'], hostname: 'db-0', conditions: { ready: true } }],
    [{ name: '', port: 5432 }],
  ),
]

it('services listen on their ports, with ready endpoints as back ends', () => {
  const others = [db, serviceOf('plain', { clusterIP: '10.0.0.9', selector: undefined, ports: [{ port: 1 }] })]
  expect(frontendsOf([web, ...others], slices)).toEqual([
    {
      name: 'default/web-front:80',
      host: '127.0.0.17',
      port: 80,
      backends: [
        { host: '127.128.16.2', port: 8080 },
        { host: '127.128.16.3', port: 8080 },
      ],
    },
  ])
})

it('services are resolved by all their DNS names, and pods with a hostname too', () => {
  const hosts = hostsText('default', [web, db], slices)
  const other = hostsText('other', [web, db], slices)
  expect(addressesOf(hosts, 'web-front')).toEqual(['127.0.0.17'])
  expect(addressesOf(hosts, 'db')).toEqual(['127.128.16.9'])
  expect(addressesOf(hosts, 'db-0.db.default.svc.cluster.local')).toEqual(['127.128.16.9'])
  expect(addressesOf(other, 'web-front')).toEqual([])
  expect(addressesOf(other, 'web-front.default.svc')).toEqual(['127.0.0.17'])
})

it('containers get service variables as from the kubelet', () => {
  const variables = serviceVariables([web, db], ({ metadata }, port) =>
    metadata.name === 'db' ? undefined : { host: '127.0.0.17', port: port + 10_000 },
  )
  expect(Object.fromEntries(variables)).toMatchObject({
    WEB_FRONT_SERVICE_HOST: '127.0.0.17',
    WEB_FRONT_SERVICE_PORT: '10080',
    WEB_FRONT_SERVICE_PORT_HTTP: '10080',
    WEB_FRONT_PORT: 'tcp://127.0.0.17:10080',
    WEB_FRONT_PORT_80_TCP_ADDR: '127.0.0.17',
  })
  expect([...variables.keys()].filter((name) => name.startsWith('DB_'))).toEqual([])
})
