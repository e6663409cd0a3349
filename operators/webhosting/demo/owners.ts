/** The current owner of each website, for the demo. */
import { type Cache, createCache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { assignmentAnnotation, drainLabel, shardLabel } from '@kubewright/sharding'
import { loopbackOf } from '@kubewright/simulation'
import { Service } from 'kubewright'
import { operatorName } from '../src/names.ts'
import { pathOf, serverPort } from '../src/server-config.ts'
import { serverNameOf } from '../src/server-name.ts'
import { Theme } from '../src/theme.ts'
import { Website } from '../src/website.ts'

export interface OwnedSite {
  readonly name: string
  readonly namespace: string
  readonly theme: string
  /** A CSS colour; the schema allows nothing else. */
  readonly color: string
  readonly phase: string
  /** Its address, once it is served. */
  readonly url: string | undefined
  /** The shard that may act on it, if there is one at the moment. */
  readonly shard: string | undefined
  readonly isMoving: boolean
}

export interface Owners extends AsyncDisposable {
  /** Sorted by name. */
  readonly sites: readonly OwnedSite[]
  /** Notifies of every change; of a move between shards with a line about it. */
  subscribe(listen: (move?: string) => void): Disposable
}

/** Resolves once the cache has synced. */
export async function followOwners(client: Client): Promise<Owners> {
  const cache = createCache({ client })
  const listeners = new Set<(move?: string) => void>()
  const tell = (move?: string) => {
    for (const listen of listeners) listen(move)
  }
  const last = new Map<string, string>()
  const sources = [cache.source(Theme), cache.source(Service)]
  for (const source of sources) source.subscribe(() => tell())
  const sites = cache.source(Website)
  sites.subscribe(({ type, object }) => tell(type === 'deleted' ? undefined : moveOf(object, last)))
  await Promise.all([...sources, sites].map((source) => source.synced({ timeout: '10s' })))
  return {
    get sites() {
      return cache
        .list(Website)
        .map((site) => ownedSite(site, cache))
        .sort(byName)
    },
    subscribe(listen) {
      listeners.add(listen)
      return { [Symbol.dispose]: () => void listeners.delete(listen) }
    },
    [Symbol.asyncDispose]: () => cache[Symbol.asyncDispose](),
  }
}

/** @param last the previous shard of each website; updated here */
function moveOf(site: Website, last: Map<string, string>): string | undefined {
  const { uid, name, namespace } = site.metadata
  const [before, now] = [last.get(uid), shardOf(site)]
  if (now === undefined || now === before) return undefined
  last.set(uid, now)
  return `${namespace}/${name}: ${before === undefined ? '' : `${before} → `}${now}`
}

/** A shard may act only if the label and the annotation both name it. */
export function shardOf({
  metadata: { labels = {}, annotations = {} },
}: Pick<Website, 'metadata'>): string | undefined {
  const shard = labels[shardLabel(operatorName)]
  return shard !== undefined && annotations[assignmentAnnotation(operatorName)] === shard ? shard : undefined
}

function ownedSite(site: Website, cache: Pick<Cache, 'get'>): OwnedSite {
  const { name, namespace = '', labels = {} } = site.metadata
  const theme = site.spec.theme ?? ''
  const address = cache.get(Service, { name: serverNameOf(site), namespace })?.spec?.clusterIP
  const shard = shardOf(site)
  return {
    name,
    namespace,
    theme,
    color: cache.get(Theme, { name: theme })?.spec.color ?? 'transparent',
    phase: site.status?.phase ?? 'Pending',
    url: address === undefined ? undefined : `http://${loopbackOf(address)}:${serverPort}${pathOf(site)}`,
    shard,
    isMoving: shard === undefined || drainLabel(operatorName) in labels,
  }
}

function byName(one: OwnedSite, two: OwnedSite): number {
  return one.name.localeCompare(two.name)
}
