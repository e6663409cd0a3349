/** Implements the list and watch requests of a watch loop with a client. */
import type { Client, WatchEvent } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { SourceOptions, SourceScope } from './source.ts'
import type { WatchedServer } from './watch-loop.ts'

/** A page is about half a megabyte to two: decoding it does not block the event loop for long. */
const pageSize = 250
/** More objects than any server has: everything in one page. */
const everything = 2 ** 31 - 1

export interface Followed {
  readonly resource: Resource
  readonly scope: SourceScope
  readonly how: SourceOptions
  /** Evaluated for each list and watch. */
  readonly wantsManagedFields: () => boolean
}

export function sourceServer(client: Client, followed: Followed): WatchedServer<KubeObject> {
  const { resource, scope, how } = followed
  const verbs = (how.metadataOnly === true ? client.metadata : client) as Pick<Client['metadata'], 'list' | 'watch'>
  const query = queryOf(scope)
  const selection = () => ({ ...query, omitManagedFields: !followed.wantsManagedFields() })
  return {
    async *pages({ isWhole }, signal) {
      const limit = isWhole ? everything : pageSize
      for await (const { items, metadata } of verbs.list(resource, { ...selection(), limit, signal }).pages()) {
        yield { items, version: metadata.resourceVersion }
      }
    },
    watch(version, signal, { onOpened, timeoutSeconds }) {
      const from = version === undefined ? { sendInitialEvents: true } : { resourceVersion: version }
      const how = { signal, onOpened, timeoutSeconds, idleTimeout: 'half-open' as const }
      return verbs.watch(resource, { ...selection(), ...from, ...how }) as AsyncIterable<WatchEvent>
    },
  }
}

function queryOf({ namespace, labels, fields }: SourceScope) {
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
    ...(fields === undefined ? {} : { fields }),
  }
}
