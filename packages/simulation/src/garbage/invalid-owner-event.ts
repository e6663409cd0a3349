/** Reports an invalid owner, which is in another namespace than its dependent, as an event. */
import type { ControllerHost } from '@kubewright/controller/host'
import { formatRef, type OwnerReference } from '@kubewright/core'
import { formatApiVersion } from '@kubewright/core/object'
import { formatMicroTime } from '@kubewright/core/time'
import { Event } from '@kubewright/kubernetes/events/v1'
import type { GraphNode } from './owner-graph.ts'

/** A failure to write the event is ignored: events are best-effort. */
export async function tellInvalidOwner(
  { client, clock, ids, log, reporter }: Pick<ControllerHost, 'client' | 'clock' | 'ids' | 'log' | 'reporter'>,
  { kind, ref, uid }: GraphNode,
  owner: OwnerReference,
  signal: AbortSignal,
): Promise<void> {
  const namespace = ref.namespace ?? ''
  const described = `[${owner.apiVersion}/${owner.kind}, namespace: ${namespace}, name: ${owner.name}, uid: ${owner.uid}]`
  const suffix = ids.uuid().replaceAll('-', '').slice(0, 16)
  const event = {
    metadata: { name: `${ref.name.slice(0, 230)}.${suffix}`, namespace: namespace || 'default' },
    eventTime: formatMicroTime(clock.now()),
    type: 'Warning',
    reason: 'OwnerRefInvalidNamespace',
    note: `ownerRef ${described} does not exist in namespace "${namespace}"`,
    action: 'Collect',
    reportingController: reporter.controller,
    reportingInstance: reporter.instance,
    regarding: { apiVersion: formatApiVersion(kind), kind: kind.kind, ...ref, uid },
  }
  try {
    await client.create(Event, event, { signal })
  } catch (error) {
    log.debug('event about an invalid owner could not be written', { object: formatRef(ref), error })
  }
}
