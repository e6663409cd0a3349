/** Maintains an IPAddress for every cluster IP of a Service. */
import { isIPv4 } from 'node:net'
import type { IPAddress } from '@kubewright/kubernetes/networking/v1'
import type { Service } from '@kubewright/kubernetes/core/v1'
import { type BootObject, type BootParts, ensureObject } from '../boot/boot-object.ts'
import { unvalidated } from '../object/unvalidated.ts'
import { draftOf } from '../object/draft.ts'
import type { Version } from '../storage/version.ts'
import { lastOf } from '../verbs/modify.ts'
import { TaskList } from '../background/task-list.ts'

const collection = 'ipaddresses.networking.k8s.io'
const [family, owner] = ['ipaddress.kubernetes.io/ip-family', 'ipaddress.kubernetes.io/managed-by']

/** Starts with the existing Services. Disposing it stops the controller. */
export function followServiceAddresses(parts: BootParts): AsyncDisposable {
  const services = parts.store.collection('services')
  const follow = follower(parts)
  const tasks = new TaskList(async (key) => follow(key))
  const subscription = services.subscribe(({ key }) => tasks.add(key))
  for (const { key } of services.range({}).versions) follow(key)
  return {
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await tasks[Symbol.asyncDispose]()
    },
  }
}

/** Scales to thousands of addresses: each version is parsed once, and a Service with unchanged addresses lists none. */
function follower(parts: BootParts): (key: string) => void {
  const addresses = parts.store.collection(collection)
  const serviceOf = new WeakMap<object, string>()
  const isOf = (version: Version, key: string) => {
    const known = serviceOf.get(version.object) ?? parentOf(version)
    serviceOf.set(version.object, known)
    return known === key
  }
  const before = new Map<string, string>()
  return (key) => {
    const [namespace = '', name = ''] = key.split('/')
    const wanted = addressesOf(parts.store.collection('services').read(key))
    if (before.get(key) !== wanted.join()) {
      for (const version of addresses.range({}).versions) {
        if (isOf(version, key) && !wanted.includes(version.key))
          addresses.remove(version.key, version.revision, lastOf(version))
      }
    }
    for (const address of wanted) ensureObject(parts, ipAddress(address, namespace, name))
    if (wanted.length === 0) before.delete(key)
    else before.set(key, wanted.join())
  }
}

function addressesOf(service: Version | undefined): readonly string[] {
  const { clusterIPs } = (service && unvalidated<Service>(draftOf(service.object.text)).spec) ?? {}
  return (clusterIPs ?? []).filter((address) => address !== 'None')
}

/** The key of the Service that owns the address; empty if there is none. */
function parentOf({ object }: Version): string {
  const { resource, namespace, name } = unvalidated<IPAddress>(draftOf(object.text)).spec?.parentRef ?? {}
  return resource === 'services' ? `${namespace}/${name}` : ''
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
