/** Topics about stacks and their backups, restores, monitoring and metrics. */
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import {
  backupEntry,
  backupGroup,
  monitoringEntry,
  monitoringGroup,
  restoreEntry,
} from './backup-and-monitoring-entries.ts'
import { type ClusterObjects, follow, oneObject } from './cluster-objects.ts'
import { collecting } from './collecting.ts'
import { type DefinedKind, followDefined } from './defined-kinds.ts'
import { type ObjectPath, parseObjectPath } from './kind-path.ts'
import type { MetricFetch } from './metric-source.ts'
import { metricNamesTopic, metricTopic } from './metric-topics.ts'
import { isStackKind, stackEntry, stackRow } from './stack-entries.ts'
import type { OpenTopic, TopicSource } from './topic.ts'

const namespaceForm = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

export function stackTopics(cluster: ClusterObjects, fetch?: MetricFetch): TopicSource {
  return (name, parameter) => {
    if (name === 'stacks' && parameter === '') {
      return entriesTopic(cluster, {
        wants: isStackKind,
        entryOf: (object, kind) => stackRow(stackEntry(object, kind)),
      })
    }
    if (name === 'stack') return stackTopic(cluster, parseObjectPath(parameter))
    if (name === 'metric-names') return metricNamesTopic(cluster, parameter, fetch)
    if (name === 'metric') return metricTopic(cluster, parameter, fetch)
    const care = careKinds.get(name)
    if (care === undefined || (parameter !== '' && !namespaceForm.test(parameter))) return undefined
    return entriesTopic(cluster, { ...care, ...(parameter === '' ? {} : { namespace: parameter }) })
  }
}

interface Entries {
  readonly wants: (kind: DefinedKind) => boolean
  readonly namespace?: string
  readonly entryOf: (object: KubeObject, kind: DefinedKind) => unknown
}

const kindIs = (group: string, kind: string) => (one: DefinedKind) => one.group === group && one.kind === kind

const careKinds: ReadonlyMap<string, Entries> = new Map([
  ['backups', { wants: kindIs(backupGroup, 'BackupPlan'), entryOf: backupEntry }],
  ['restores', { wants: kindIs(backupGroup, 'Restore'), entryOf: restoreEntry }],
  ['monitorings', { wants: kindIs(monitoringGroup, 'Monitoring'), entryOf: monitoringEntry }],
])

/** The objects of some kinds, by uid. Empty if the cluster does not have the kinds. */
function entriesTopic(cluster: ClusterObjects, { wants, namespace, entryOf }: Entries): OpenTopic {
  return collecting(async (collection) => {
    const { publisher } = collection
    await followDefined(cluster, collection, {
      wants,
      ...(namespace === undefined ? {} : { scope: { namespace } }),
      take(object, kind, isGone) {
        if (isGone) publisher.remove(object.metadata.uid)
        else publisher.put(object.metadata.uid, entryOf(object, kind))
      },
    })
    publisher.ready()
  })
}

function stackTopic(cluster: ClusterObjects, path: ObjectPath | undefined): OpenTopic | undefined {
  // Stacks are custom resources. Built-in kinds, including Secrets, are not even fetched.
  if (path === undefined || path.kind.group === '') return undefined
  const { kind, namespace, name } = path
  return collecting(async (collection) => {
    const { publisher, signal } = collection
    const resource = await cluster.find(kind)
    const scope = { fields: `metadata.name=${name}`, ...(namespace === undefined ? {} : { namespace }) }
    const put = (object: KubeObject) => publisher.put('stack', stackEntry(object, kind satisfies GroupVersionKind))
    const source = follow(cluster, { resource, scope, options: oneObject }, collection, (object, isGone) => {
      if (isGone) publisher.remove('stack')
      else put(object)
    })
    await source.synced({ signal })
    for (const object of source.list()) put(object)
    publisher.ready()
  })
}
