import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { followServiceAddresses } from '../controllers/service-ip-addresses.ts'
import { Store } from '../storage/store.ts'
import { ensureBootObjects } from './boot-objects.ts'
import { bootRecording, maskItem, recordedHost } from './testing/boot-recording.ts'

const port = 6_443
const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const startParts = () => ({ store: new Store(), clock: new VirtualClock(), ids: seededIds(seededRandom('boot')) })

/** As lists show them: without kind and apiVersion. */
function itemsOf(store: Store): Readonly<Record<string, readonly string[]>> {
  const filled = store.collections().filter(({ size }) => size > 0)
  return Object.fromEntries(
    filled.map((collection) => [
      collection.name,
      collection.range({}).versions.map(({ object }) => {
        const { kind: _, apiVersion: __, ...item } = JSON.parse(object.text) as Record<string, unknown>
        return maskItem(item, port)
      }),
    ]),
  )
}

describe('ensureBootObjects', () => {
  it('creates the objects that a new kube-apiserver has', async () => {
    const parts = startParts()
    ensureBootObjects(parts, { host: recordedHost, port, clientAuthority: pem })
    await using _ = followServiceAddresses(parts)
    expect(itemsOf(parts.store)).toEqual(bootRecording.read())
  })

  it('creates no endpoints for a server on loopback', () => {
    const parts = startParts()
    ensureBootObjects(parts, { host: '127.0.0.1', port })
    const { endpoints, 'endpointslices.discovery.k8s.io': slices } = itemsOf(parts.store)
    expect([endpoints, slices]).toEqual([undefined, undefined])
  })

  it("updates only the Service's port and the Lease on the next start", () => {
    const parts = startParts()
    ensureBootObjects(parts, { host: '127.0.0.1', port })
    const { revision } = parts.store
    ensureBootObjects(parts, { host: '127.0.0.1', port: port + 1 })
    const changed = parts.store.collections().filter((one) => one.changesAfter(revision).length > 0)
    expect(changed.map(({ name }) => name)).toEqual(['leases.coordination.k8s.io', 'services'])
    const service = parts.store.collection('services').read('default/kubernetes')!.object.text
    expect(JSON.parse(service)).toMatchObject({ spec: { clusterIP: '10.0.0.1', ports: [{ targetPort: port + 1 }] } })
  })
})
