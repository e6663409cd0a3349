/** Services: the addresses of their pods, as `Endpoints` and as EndpointSlices. */
import { ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { changed, type Context, defineController, done, index, type Outcome, watch } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { Endpoints, EndpointSlice, Node, Pod, Service } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import { endpointsManagedByLabel, serviceNameLabel, sliceManagedByLabel, sliceManager, zoneLabel } from '../names.ts'
import type { Part } from '../part.ts'
import { ignoreReplaced, isNamespaceGoing } from '../workloads/pod-control.ts'
import { hasSelector, onPodsBehind, servicesByLabel } from './service-pods.ts'
import { wantedEndpoints } from './wanted-endpoints.ts'
import { planSlices } from './wanted-slices.ts'

export function endpoints(): Part {
  return { name: 'endpoints', reporter: 'endpoint-controller', controllers: [addresses, leftovers, slices] }
}

const addresses = defineController({
  name: 'endpoints',
  for: Service,
  concurrency: 5,
  indexes: [servicesByLabel],
  watches: [onPodsBehind(), watch(Endpoints, { requests: (one) => [refOf(one)] })],
  reconcile: bearingConflicts(writeEndpoints),
})

async function writeEndpoints(service: Service, { cache, client, signal }: Context): Promise<Outcome> {
  if (!hasSelector(service)) return done()
  const wanted = wantedEndpoints(service, podsNear(service, cache))
  const found = cache.get(Endpoints, refOf(service))
  if (found === undefined) {
    await client.create(Endpoints, wanted, { signal }).catch(ignoreFutile)
    return done()
  }
  const isSame =
    deepEqual(found.subsets ?? [], wanted.subsets ?? []) && deepEqual(found.metadata.labels, wanted.metadata.labels)
  if (isSame) return done()
  const { subsets: _, ...rest } = found
  const metadata = { ...found.metadata, ...wanted.metadata }
  await client.update(Endpoints, { ...rest, ...wanted, metadata }, { signal }).catch(ignoreNotFound)
  return done()
}

/** Deletes the `Endpoints` of deleted services: they have no owner reference, so they are not garbage collected. */
const leftovers = defineController({
  name: 'endpoints-leftovers',
  for: Endpoints,
  watches: [watch(Service, { when: () => false, requests: (service) => [refOf(service)] })],
  async reconcile(object, { cache, client, signal }) {
    const isOurs = object.metadata.labels?.[endpointsManagedByLabel] !== undefined
    if (!isOurs || cache.get(Service, refOf(object)) !== undefined) return done()
    const { uid } = object.metadata
    await client.delete(Endpoints, refOf(object), { preconditions: { uid }, signal }).catch(ignoreReplaced)
    return done()
  },
})

const slicesByService = index(EndpointSlice, 'simulation-by-service', ({ metadata: { labels = {} } }) =>
  labels[sliceManagedByLabel] === sliceManager ? labels[serviceNameLabel] : undefined,
)

const slices = defineController({
  name: 'endpoint-slices',
  for: Service,
  concurrency: 5,
  owns: [EndpointSlice],
  indexes: [servicesByLabel, slicesByService],
  watches: [
    onPodsBehind(),
    watch(Node, {
      when: changed(({ metadata }) => metadata.labels?.[zoneLabel]),
      requests: (_, { all }) => all(Service),
      metadataOnly: true,
    }),
  ],
  reconcile: bearingConflicts(writeSlices),
})

async function writeSlices(service: Service, { cache, client, signal }: Context): Promise<Outcome> {
  if (!hasSelector(service)) return done()
  const { name, namespace } = service.metadata
  const zoneOf = (node: string) => cache.get(Node, { name: node })?.metadata.labels?.[zoneLabel]
  const existing = cache.find(slicesByService, name, near(namespace))
  const { create, update, remove } = planSlices(service, { pods: podsNear(service, cache), zoneOf }, existing)
  for (const slice of create) await client.create(EndpointSlice, slice, { signal }).catch(ignoreFutile)
  for (const slice of update) await client.update(EndpointSlice, slice, { signal }).catch(ignoreNotFound)
  for (const slice of remove) await client.delete(EndpointSlice, refOf(slice), { signal }).catch(ignoreNotFound)
  return done()
}

function podsNear({ metadata }: Service, cache: Context['cache']): readonly Pod[] {
  return cache.list(Pod, near(metadata.namespace))
}

function near(namespace: string | undefined) {
  return namespace === undefined ? {} : { namespace }
}

/** Another client created the object, and the watch will report it; or the namespace is terminating. */
function ignoreFutile(error: unknown): void {
  if (!isAlreadyExists(error) && !isNamespaceGoing(error)) throw error
}
