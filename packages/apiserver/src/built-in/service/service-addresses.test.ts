import { describe, expect, it } from 'vitest'
import { Store } from '../../storage/store.ts'
import { ServiceAddresses } from './service-addresses.ts'

/** A store that holds Services with these specs. */
function storeWith(...specs: readonly object[]): Store {
  const store = new Store()
  for (const [at, spec] of specs.entries()) {
    const text = JSON.stringify({ kind: 'Service', apiVersion: 'v1', metadata: { name: `s${at}` }, spec })
    store.collection('services').put(`default/s${at}`, undefined, () => ({ text, labels: undefined }))
  }
  return store
}

describe('ServiceAddresses', () => {
  it('assigns a unique cluster IP to every Service', () => {
    const addresses = new ServiceAddresses(new Store())
    const specs = [{ type: 'ClusterIP' }, { type: 'ClusterIP' }] as { type: string; clusterIP?: string }[]
    for (const spec of specs) addresses.assign('s', spec, undefined)
    expect(specs.map(({ clusterIP }) => clusterIP)).toEqual(['10.0.0.16', '10.0.0.17'])
  })

  it('reports a full range according to its prefix length', () => {
    const store = storeWith(...Array.from({ length: 254 }, (_, at) => ({ clusterIPs: [`10.0.0.${at + 1}`] })))
    const spec: { type: string; clusterIP?: string } = { type: 'ClusterIP' }
    expect(() => new ServiceAddresses(store).assign('s', spec, undefined)).toThrow(/range is full/)
    new ServiceAddresses(store, 16).assign('s', spec, undefined)
    expect(spec.clusterIP).toBe('10.0.1.0')
  })

  it('skips cluster IPs and node ports in use', () => {
    const store = storeWith({ clusterIPs: ['10.0.0.16'], ports: [{ nodePort: 30_086 }] })
    const spec = { type: 'NodePort', ports: [{ port: 80 }] }
    new ServiceAddresses(store).assign('s', spec, undefined)
    expect(spec).toEqual({
      type: 'NodePort',
      clusterIP: '10.0.0.17',
      clusterIPs: ['10.0.0.17'],
      ports: [{ port: 80, nodePort: 30_087 }],
    })
  })

  it.each([
    {
      name: 'a cluster IP that is in use',
      spec: { type: 'ClusterIP', clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] },
      problem: 'failed to allocate IP 10.0.0.9: provided IP is already allocated',
    },
    {
      name: 'a node port that is in use',
      spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 30_500 }] },
      problem: 'spec.ports[0].nodePort: Invalid value: 30500: provided port is already allocated',
    },
  ])('refuses $name', ({ spec, problem }) => {
    const store = storeWith({ clusterIPs: ['10.0.0.9'], ports: [{ nodePort: 30_500 }] })
    expect(() => new ServiceAddresses(store).assign('s', spec, undefined)).toThrow(problem)
  })

  it('keeps the cluster IP and node port of an existing Service', () => {
    const own = {
      type: 'NodePort',
      clusterIP: '10.0.0.9',
      clusterIPs: ['10.0.0.9'],
      ports: [{ port: 80, nodePort: 30_500 }],
    }
    const spec = structuredClone(own)
    new ServiceAddresses(storeWith(own)).assign('s', spec, own)
    expect(spec).toEqual(own)
  })

  it('assigns the same node port to one port with several protocols', () => {
    const spec = {
      type: 'NodePort',
      ports: [
        { port: 53, protocol: 'TCP' },
        { port: 53, protocol: 'UDP' },
      ] as { port: number; protocol: string; nodePort?: number }[],
    }
    new ServiceAddresses(new Store()).assign('s', spec, undefined)
    expect(spec.ports[0]!.nodePort).toBe(spec.ports[1]!.nodePort)
  })
})
