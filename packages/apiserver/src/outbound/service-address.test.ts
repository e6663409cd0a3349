import { describe, expect, it } from 'vitest'
import { Store } from '../storage/store.ts'
import { findServiceIn } from './service-address.ts'

function find(spec: object, port = 443): string | undefined {
  const services = new Store().collection('services')
  services.put('web/hook', undefined, () => ({ text: JSON.stringify({ metadata: {}, spec }), labels: undefined }))
  return findServiceIn(services)('web', 'hook', port)
}

const ports = [{ port: 443 }]

describe('findServiceIn', () => {
  it.each([
    [{ clusterIP: '10.0.0.7', ports }, '10.0.0.7:443'],
    [{ type: 'NodePort', clusterIP: 'fd00::7', ports }, '[fd00::7]:443'],
    [{ type: 'ExternalName', externalName: 'hook.example' }, 'hook.example:443'],
  ])('resolves %j', (spec, address) => {
    expect(find(spec)).toBe(address)
  })

  it.each([
    [{ clusterIP: 'None', ports }, 443, 'cannot route to service with ClusterIP "None"'],
    [{ clusterIP: '10.0.0.7', ports }, 8443, 'no service port 8443 found for service "hook"'],
  ])('fails to resolve %j at port %i', (spec, port, message) => {
    expect(() => find(spec, port)).toThrow(new Error(message))
  })

  it('returns undefined for an unknown service', () => {
    expect(findServiceIn(new Store().collection('services'))('web', 'other', 443)).toBeUndefined()
  })
})
