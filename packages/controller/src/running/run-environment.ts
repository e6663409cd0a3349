/** The state that all reconciles of a running controller share. */
import { AppliedChildren } from '../children/applied-children.ts'
import { ChildIndexes } from '../children/child-indexes.ts'
import { LostChildren } from '../children/lost-children.ts'
import { type Cluster, homeAlone } from '../cluster.ts'
import type { Controller, Owned } from '../definition/define-controller.ts'
import type { EventSink } from '../events/event-sink.ts'
import type { ControllerHost } from '../host/controller-host.ts'
import type { FailingObjects } from '../reconcile/failing-objects.ts'
import type { RunEnvironment } from '../reconcile/reconcile-run.ts'
import type { ControllerSources } from '../triggers/controller-sources.ts'

export interface EnvironmentParts {
  readonly cluster: Cluster
  readonly owned: readonly Owned[]
  readonly sources: Pick<ControllerSources, 'held'>
  readonly events: EventSink
  readonly failing: FailingObjects
}

export function environmentOf(
  controller: Controller,
  { client, cache, clusters, clock, partition }: ControllerHost,
  { cluster, owned, sources, events, failing }: EnvironmentParts,
): RunEnvironment {
  return {
    controller,
    client,
    cache,
    cluster,
    clusters: clusters ?? homeAlone(cluster),
    reads: cache.preferring(sources.held),
    clock,
    events,
    owned: owned.map(({ resource }) => resource),
    indexes: new ChildIndexes(),
    applied: new AppliedChildren(controller.name, Object.keys(partition?.childLabels ?? {})),
    warnedKinds: new Set(),
    reportedCalls: new Set(),
    appliedStatus: new Map(),
    generations: { areDropped: false },
    failing,
    lost: new LostChildren(() => clock.elapsed()),
    gone: new Set(),
    partition,
  }
}
