/**
 * Topic `graph:OBJECT`: the ownership graph of an object, from its topmost owner down. Every kind of the namespace is watched while there
 * are viewers, because any of them may be owned.
 */
import type { DynamicResource } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { type ClusterObjects, follow, namesOnly } from './cluster-objects.ts'
import { type Collection, collecting, replaceAll } from './collecting.ts'
import type { ObjectPath } from './kind-path.ts'
import { type Health, healthOf } from './object-health.ts'
import { type OpenTopic, silentPublisher } from './topic.ts'

/** By uid. */
export interface GraphNode extends GroupVersionKind {
  readonly namespace?: string
  readonly name: string
  readonly owners: readonly string[]
  readonly health: Health
}

/** Kinds with many objects that are not useful in a graph. */
const leftOut: ReadonlySet<string> = new Set(['/Event', 'events.k8s.io/Event', 'coordination.k8s.io/Lease'])
const mostNodes = 1_000
/** Objects change together: changes are debounced so that the graph is drawn once. */
const gatherMs = 100

export function graphTopic(cluster: ClusterObjects, path: ObjectPath): OpenTopic {
  return collecting(async (collection) => {
    const { publisher, signal, hold } = collection
    const nodes = new Map<string, GraphNode>()
    const known = new Set<string>()
    let soon: Disposable | undefined
    let isComplete = false
    hold({ [Symbol.dispose]: () => soon?.[Symbol.dispose]() })
    const show = () => {
      soon = undefined
      if (!isComplete) return
      const shown = connectedTo(path, nodes)
      replaceAll(publisher, known, new Map([...shown].slice(0, mostNodes)))
      if (shown.size > mostNodes) publisher.problem(`The first ${mostNodes} of ${shown.size} objects are shown.`)
    }
    const { resources } = await cluster.client.discoverAll({ signal })
    const sources = followable(resources, path).map((resource) => {
      const scope = path.namespace === undefined ? {} : { namespace: path.namespace }
      return follow(cluster, { resource, scope, options: namesOnly(resource) }, quiet(collection), (object, isGone) => {
        if (isGone) nodes.delete(object.metadata.uid)
        else nodes.set(object.metadata.uid, nodeOf(object, resource))
        soon ??= cluster.clock.schedule(gatherMs, show)
      })
    })
    // One forbidden kind does not hide the others.
    const results = await Promise.allSettled(sources.map((source) => source.synced({ signal, timeout: '10s' })))
    const missing = results.filter(({ status }) => status === 'rejected').length
    if (missing > 0) publisher.problem(`${missing} kinds cannot be read; what they own is not shown.`)
    sources.forEach((source, index) => {
      if (results[index]?.status !== 'fulfilled') return
      for (const object of source.list()) nodes.set(object.metadata.uid, nodeOf(object, source.resource))
    })
    isComplete = true
    show()
    publisher.ready()
  })
}

/** The graph reports problems of its kinds only once, in summary. */
function quiet(collection: Collection): Collection {
  return { ...collection, publisher: silentPublisher }
}

function followable(resources: readonly DynamicResource[], { namespace }: ObjectPath): readonly DynamicResource[] {
  const seen = new Set<string>()
  return resources.filter(({ group, kind, scope, verbs }) => {
    const key = `${group}/${kind}`
    const isServed = verbs.includes('list') && verbs.includes('watch')
    if (!isServed || leftOut.has(key) || seen.has(key) || (namespace !== undefined && scope !== 'Namespaced'))
      return false
    seen.add(key)
    return true
  })
}

export function nodeOf(object: KubeObject, { group, version, kind }: GroupVersionKind): GraphNode {
  const { name, namespace, ownerReferences = [] } = object.metadata
  return {
    group,
    version,
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    owners: ownerReferences.map(({ uid }) => uid),
    health: healthOf(object),
  }
}

/** The object, its ancestors, and all their descendants: nearest first. */
export function connectedTo(path: ObjectPath, nodes: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, GraphNode> {
  const children = new Map<string, string[]>()
  for (const [uid, { owners }] of nodes) {
    for (const owner of owners) children.set(owner, [...(children.get(owner) ?? []), uid])
  }
  const shown = new Map<string, GraphNode>()
  const queue = [...topsOf(path, nodes)]
  for (let uid = queue.shift(); uid !== undefined; uid = queue.shift()) {
    const node = nodes.get(uid)
    if (node === undefined || shown.has(uid)) continue
    shown.set(uid, node)
    queue.push(...(children.get(uid) ?? []))
  }
  return shown
}

function topsOf(path: ObjectPath, nodes: ReadonlyMap<string, GraphNode>): ReadonlySet<string> {
  const start = [...nodes].find(([, node]) => isAt(node, path))?.[0]
  const tops = new Set<string>()
  const seen = new Set<string>()
  const climb = (uid: string) => {
    if (seen.has(uid)) return
    seen.add(uid)
    const owners = nodes.get(uid)?.owners.filter((owner) => nodes.has(owner)) ?? []
    if (owners.length === 0) tops.add(uid)
    for (const owner of owners) climb(owner)
  }
  if (start !== undefined) climb(start)
  // Owners in a cycle have no top.
  return tops.size === 0 && start !== undefined ? new Set([start]) : tops
}

function isAt({ group, kind, namespace, name }: GraphNode, path: ObjectPath): boolean {
  return kind === path.kind.kind && group === path.kind.group && namespace === path.namespace && name === path.name
}
