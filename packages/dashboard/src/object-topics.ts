/** Topics about the objects of a cluster: the kinds, the objects of one, one object, and its events. */
import type { DynamicResource } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { type ClusterObjects, follow, namesOnly, oneObject } from './cluster-objects.ts'
import { type Collection, collecting, replaceAll } from './collecting.ts'
import { graphTopic } from './graph-topic.ts'
import { formatKindPath, type ObjectPath, parseKindPath, parseObjectPath } from './kind-path.ts'
import { withoutSecrets } from './mask-secrets.ts'
import { type Health, healthOf } from './object-health.ts'
import type { OpenTopic, TopicSource } from './topic.ts'

/** Topic `kinds`, by path. */
export interface ServedKindEntry extends GroupVersionKind {
  readonly plural: string
  readonly shortNames: readonly string[]
  readonly isNamespaced: boolean
  /** Whether it comes from a CustomResourceDefinition. */
  readonly isCustom: boolean
}

/** Topic `objects:KIND`, by uid. */
export interface ObjectRow {
  readonly name: string
  readonly namespace?: string
  readonly created: string
  readonly health: Health
  /** The controller owner reference, as `Kind name`. */
  readonly owner?: string
  readonly isPaused: boolean
}

/** Topic `events:NAMESPACE/UID`, by uid. */
export interface EventEntry {
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly at: string
  readonly count: number
  readonly from: string
}

export function objectTopics(cluster: ClusterObjects): TopicSource {
  return (name, parameter) => {
    if (name === 'kinds' && parameter === '') return kindsTopic(cluster)
    if (name === 'events') return eventsTopic(cluster, parameter)
    if (name === 'objects') return withParsed(parseKindPath(parameter), (kind) => objectsTopic(cluster, kind))
    if (name === 'object') return withParsed(parseObjectPath(parameter), (path) => objectTopic(cluster, path))
    if (name === 'graph') return withParsed(parseObjectPath(parameter), (path) => graphTopic(cluster, path))
    return undefined
  }
}

function withParsed<Parsed>(parsed: Parsed | undefined, open: (parsed: Parsed) => OpenTopic): OpenTopic | undefined {
  return parsed === undefined ? undefined : open(parsed)
}

const crdKind = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' }
/** A definition is served shortly after it is established. */
const settleMs = 500

/** Discovered once, and again whenever a definition is added, removed or changed. */
function kindsTopic(cluster: ClusterObjects): OpenTopic {
  return collecting(async (collection) => {
    const { publisher, signal, hold } = collection
    const known = new Set<string>()
    const groups = new Set<string>()
    const read = async () => {
      const { resources } = await cluster.client.discoverAll({ signal })
      replaceAll(publisher, known, kindEntries(resources, groups))
      publisher.ready()
    }
    let soon: Disposable | undefined
    hold({ [Symbol.dispose]: () => soon?.[Symbol.dispose]() })
    const again = () => {
      soon ??= cluster.clock.schedule(settleMs, () => {
        soon = undefined
        read().catch((error: unknown) => !signal.aborted && publisher.problem(String(error)))
      })
    }
    await read()
    follow(cluster, { resource: await cluster.find(crdKind), options: {} }, collection, (crd) => {
      groups.add((crd as { spec?: { group?: string } }).spec?.group ?? '')
      again()
    })
  })
}

/** Each kind once, in the server's preferred version. */
export function kindEntries(
  resources: readonly DynamicResource[],
  customGroups: ReadonlySet<string>,
): ReadonlyMap<string, ServedKindEntry> {
  const seen = new Set<string>()
  const entries = new Map<string, ServedKindEntry>()
  for (const { group, version, kind, plural, shortNames, scope, verbs } of resources) {
    if (seen.has(`${group}/${kind}`) || !verbs.includes('list') || !verbs.includes('watch')) continue
    seen.add(`${group}/${kind}`)
    const isNamespaced = scope === 'Namespaced'
    const isCustom = customGroups.has(group)
    entries.set(formatKindPath({ group, version, kind }), {
      group,
      version,
      kind,
      plural,
      shortNames,
      isNamespaced,
      isCustom,
    })
  }
  return entries
}

function objectsTopic(cluster: ClusterObjects, kind: GroupVersionKind): OpenTopic {
  return collecting(async (collection) => {
    const { publisher, signal } = collection
    const resource = await cluster.find(kind)
    const source = follow(cluster, { resource, options: namesOnly(kind) }, collection, (object, isGone) => {
      if (isGone) publisher.remove(object.metadata.uid)
      else publisher.put(object.metadata.uid, rowOf(object))
    })
    await source.synced({ signal })
    for (const object of source.list()) publisher.put(object.metadata.uid, rowOf(object))
    publisher.ready()
  })
}

const pausedAnnotation = 'kubewright.dev/paused'

export function rowOf(object: KubeObject): ObjectRow {
  const { name, namespace, creationTimestamp, ownerReferences = [], annotations } = object.metadata
  const owner = ownerReferences.find(({ controller }) => controller === true)
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    created: creationTimestamp,
    health: healthOf(object),
    ...(owner === undefined ? {} : { owner: `${owner.kind} ${owner.name}` }),
    isPaused: annotations?.[pausedAnnotation] === 'true',
  }
}

/** One complete object, except the values of secrets. */
function objectTopic(cluster: ClusterObjects, { kind, namespace, name }: ObjectPath): OpenTopic {
  return collecting(async (collection) => {
    const { publisher, signal } = collection
    const resource = await cluster.find(kind)
    const scope = { fields: `metadata.name=${name}`, ...(namespace === undefined ? {} : { namespace }) }
    const put = (object: KubeObject) => publisher.put('object', withoutSecrets(typed(object, kind)))
    const followed = { resource, scope, options: oneObject }
    const source = follow(cluster, followed, collection, (object, isGone) => {
      if (isGone) publisher.remove('object')
      else put(object)
    })
    await source.synced({ signal })
    for (const object of source.list()) put(object)
    publisher.ready()
  })
}

/** Items of a list have no `apiVersion` and `kind`. */
export function typed(object: KubeObject, { group, version, kind }: GroupVersionKind): KubeObject {
  return { ...object, apiVersion: group === '' ? version : `${group}/${version}`, kind }
}

const eventKind = { group: '', version: 'v1', kind: 'Event' }

function eventsTopic(cluster: ClusterObjects, parameter: string): OpenTopic | undefined {
  const [namespace, uid, ...more] = parameter.split('/')
  if (!namespace || !uid || more.length > 0 || !/^[\w-]+$/.test(uid)) return undefined
  return collecting(async (collection: Collection) => {
    const { publisher, signal } = collection
    const resource = await cluster.find(eventKind)
    const scope = { fields: `involvedObject.uid=${uid}`, namespace: namespace === '-' ? 'default' : namespace }
    const source = follow(cluster, { resource, scope }, collection, (event, isGone) => {
      if (isGone) publisher.remove(event.metadata.uid)
      else publisher.put(event.metadata.uid, eventEntry(event as never))
    })
    await source.synced({ signal })
    for (const event of source.list()) publisher.put(event.metadata.uid, eventEntry(event as never))
    publisher.ready()
  })
}

interface EventLike extends KubeObject {
  readonly type?: string
  readonly reason?: string
  readonly message?: string
  readonly count?: number
  readonly lastTimestamp?: string | null
  readonly eventTime?: string | null
  readonly reportingComponent?: string
  readonly source?: { readonly component?: string }
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string }
}

export function eventEntry(event: EventLike): EventEntry {
  const { type = 'Normal', reason = '', message = '', series, metadata } = event
  return {
    type,
    reason,
    message: message.slice(0, 1_000),
    at: series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? metadata.creationTimestamp ?? '',
    count: series?.count ?? event.count ?? 1,
    from: event.reportingComponent || event.source?.component || '',
  }
}
