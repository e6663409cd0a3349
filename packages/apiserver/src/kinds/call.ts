/** The context of every verb: the server's components and the request. */
import type { Clock } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { AdmissionChain } from './admission.ts'
import type { User } from '../identity/user.ts'
import type { PodLogs } from '@kubewright/core/containers'
import type { PodStreams } from '@kubewright/core/containers'
import { timestamp } from '../object/timestamp.ts'
import type { KindRegistry } from './kind-registry.ts'
import type { ServedKind, Writing } from './served-kind.ts'
import type { FieldManager } from './field-manager.ts'
import type { ServerRequest } from '../request/exchange.ts'
import type { ResourceRequest } from '../request/request-info.ts'
import type { Collection } from '../storage/collection.ts'
import type { Store } from '../storage/store.ts'
import { type GroupResource, notFound } from '../status/failures.ts'

/** The components of a server that verbs use. */
export interface Machinery {
  readonly store: Store
  readonly kinds: KindRegistry
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly admission: AdmissionChain
  readonly fields: FieldManager
  /** Source of container logs, if containers run. */
  readonly podLogs?: PodLogs | undefined
  /** Backend for exec, attach and port-forward, if containers run. */
  readonly podStreams?: PodStreams | undefined
}

/** One request for a kind that is served. */
export interface Call {
  readonly server: Machinery
  readonly request: ServerRequest
  readonly info: ResourceRequest
  readonly kind: ServedKind
  readonly user: User
  /** Sent to the caller, without duplicates. */
  readonly warnings: Set<string>
  /** Throws a 403 unless the caller is also authorized for this. @default everything is allowed that the request itself was */
  readonly allow?: (info: ResourceRequest) => Promise<void>
  /** Audit annotations. */
  readonly annotations: Map<string, string>
}

/** The resource as error messages name it. */
export function subjectOf({ kind }: Pick<Call, 'kind'>): GroupResource {
  return { group: kind.group, resource: kind.plural }
}

/** The key of an object in its collection. */
export function keyOf(kind: ServedKind, namespace: string, name: string): string {
  return kind.isNamespaced ? `${namespace}/${name}` : name
}

export function collectionOf({ server, kind }: Call): Collection {
  return server.store.collection(kind.storage.collection)
}

/** The stored object. Failure: a 404. */
export function readStored(call: Call, name: string = call.info.name) {
  const version = collectionOf(call).read(keyOf(call.kind, call.info.namespace, name))
  if (version === undefined) throw notFound(subjectOf(call), name)
  return version
}

/** The user and time of this write. */
export function writingOf({ user, server }: Call): Writing {
  return { user, time: timestamp(server.clock.now()), newId: () => server.ids.uuid() }
}
