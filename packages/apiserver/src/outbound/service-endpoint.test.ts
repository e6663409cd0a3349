import { seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { Store } from '../storage/store.ts'
import { findEndpointIn } from './service-endpoint.ts'

const label = 'kubernetes.io/service-name'

function find(spec: object, slices: readonly object[], port = 443): string | undefined {
  const store = new Store()
  const [services, all] = [store.collection('services'), store.collection('slices')]
  services.put('web/hook', undefined, () => ({ text: JSON.stringify({ metadata: {}, spec }), labels: undefined }))
  slices.forEach((slice, index) =>
    all.put(`web/hook-${index}`, undefined, () => ({
      text: JSON.stringify({ addressType: 'IPv4', ...slice }),
      labels: { [label]: 'hook' },
    })),
  )
  const elsewhere = { endpoints: [{ addresses: ['10.9.9.9'] }], ports: [{ name: 'https', port: 1 }] }
  all.put('web/other', undefined, () => ({ text: JSON.stringify(elsewhere), labels: { [label]: 'other' } }))
  all.put('apps/hook', undefined, () => ({ text: JSON.stringify(elsewhere), labels: { [label]: 'hook' } }))
  return findEndpointIn({ services, slices: all, random: seededRandom('x'), dialled: (address) => `at-${address}` })(
    'web',
    'hook',
    port,
  )
}

const spec = { clusterIP: '10.0.0.7', ports: [{ name: 'https', port: 443 }, { port: 80 }] }
const ports = [{ name: 'https', port: 9443 }]

describe('endpoint resolution of a service', () => {
  it('returns a ready endpoint with the named target port', () => {
    const endpoints = [
      { addresses: ['10.128.0.1'], conditions: { ready: false } },
      { addresses: ['10.128.0.2'], conditions: { ready: true } },
    ]
    expect(find(spec, [{ endpoints, ports }])).toBe('at-10.128.0.2:9443')
    expect(find(spec, [{ endpoints: [{ addresses: ['10.128.0.3'] }], ports: [{ port: 8080 }] }], 80)).toBe(
      'at-10.128.0.3:8080',
    )
  })

  it('returns the external name of an ExternalName service', () => {
    expect(find({ type: 'ExternalName', externalName: 'hook.example' }, [])).toBe('hook.example:443')
  })

  it.each([
    { name: 'without endpoint slices', slices: [] },
    {
      name: 'without a ready endpoint',
      slices: [{ ports, endpoints: [{ addresses: ['10.1.1.1'], conditions: { ready: false } }] }],
    },
    {
      name: 'without the named port',
      slices: [{ ports: [{ name: 'other', port: 1 }], endpoints: [{ addresses: ['10.1.1.1'] }] }],
    },
    {
      name: 'with FQDN addresses only',
      slices: [{ addressType: 'FQDN', ports, endpoints: [{ addresses: ['a.example'] }] }],
    },
  ])('fails $name', ({ slices }) => {
    expect(() => find(spec, slices)).toThrow(new Error('no endpoints available for service "hook"'))
  })

  it('fails for headless services and unknown ports', () => {
    expect(() => find({ ...spec, clusterIP: 'None' }, [])).toThrow('cannot route to service with ClusterIP "None"')
    expect(() => find(spec, [], 8443)).toThrow('no service port 8443 found for service "hook"')
  })
})
