/** Every address a Service has is an IPAddress too, for as long as the Service has it. */
import { isIPv4 } from 'node:net'
import type { IPAddress } from '@kubewright/kubernetes/networking/v1'
import type { Service } from '@kubewright/kubernetes/core/v1'
import { type BootObject, type BootParts, ensureObject } from '../boot/boot-object.ts'
import { loosely } from '../built-in/loose.ts'
import { draftOf } from '../object/draft.ts'
import type { Version } from '../storage/version.ts'
import { lastOf } from '../verbs/modify.ts'
import { TaskList } from './task-list.ts'

const collection = 'ipaddresses.networking.k8s.io'
const [family, owner] = ['ipaddress.kubernetes.io/ip-family', 'ipaddress.kubernetes.io/managed-by']

/** Starts with what is there. Disposing it stops the following. */
export function followServiceAddresses(parts: BootParts): AsyncDisposable {
  const services = parts.store.collection('services')
  const tasks = new TaskList(async (key) => follow(parts, key))
  const subscription = services.subscribe(({ key }) => tasks.add(key))
  for (const { key } of services.range({}).versions) follow(parts, key)
  return {
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await tasks[Symbol.asyncDispose]()
    },
  }
}

function follow(parts: BootParts, key: string): void {
  const [namespace = '', name = ''] = key.split('/')
  const wanted = addressesOf(parts.store.collection('services').read(key))
  const addresses = parts.store.collection(collection)
  for (const version of addresses.range({}).versions) {
    if (isOf(version, namespace, name) && !wanted.includes(version.key)) {
      addresses.remove(version.key, version.revision, lastOf(version))
    }
  }
  for (const address of wanted) ensureObject(parts, ipAddress(address, namespace, name))
}

function addressesOf(service: Version | undefined): readonly string[] {
  const { clusterIPs } = (service && loosely<Service>(draftOf(service.object.text)).spec) ?? {}
  return (clusterIPs ?? []).filter((address) => address !== 'None')
}

function isOf({ object }: Version, namespace: string, name: string): boolean {
  const { resource, ...parent } = loosely<IPAddress>(draftOf(object.text)).spec?.parentRef ?? {}
  return resource === 'services' && parent.namespace === namespace && parent.name === name
}

function ipAddress(address: string, namespace: string, name: string): BootObject {
  return {
    collection,
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: {
      name: address,
      labels: { [family]: isIPv4(address) ? 'IPv4' : 'IPv6', [owner]: 'ipallocator.k8s.io' },
    },
    fields: { spec: { parentRef: { resource: 'services', namespace, name } } },
    owners: [{ owns: `metadata(labels(. ${family} ${owner})) spec(parentRef(. name namespace resource))` }],
  }
}
