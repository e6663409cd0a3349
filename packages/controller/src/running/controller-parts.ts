/** Composes the parts of a running controller. Each gets the collaborators it needs, and none depends on the controller as a whole. */
import type { Ref } from '@kubewright/core'
import { TimeSlice } from '@kubewright/core/time'
import type { Resource } from '@kubewright/resource'
import { type Cluster, homeCluster, homeOn } from '../cluster.ts'
import type { Controller, Owned } from '../definition/define-controller.ts'
import { reportsIn } from '../definition/failure-report.ts'
import { EventSink } from '../events/event-sink.ts'
import type { ControllerHost } from '../host/controller-host.ts'
import { ControllerLog } from '../host/controller-log.ts'
import { FailingObjects } from '../reconcile/failing-objects.ts'
import { ReconcileReporter } from '../reconcile/reconcile-reporter.ts'
import type { RunEnvironment } from '../reconcile/reconcile-run.ts'
import { requestKey } from '../request/request-key.ts'
import { ControllerSources } from '../triggers/controller-sources.ts'
import { FunctionFailures } from '../triggers/function-failures.ts'
import { RunningTriggers } from '../triggers/running-triggers.ts'
import { ControllerWiring } from './controller-wiring.ts'
import { fairGroup } from './fair-group.ts'
import { DeletionCleanup } from './deletion-cleanup.ts'
import { FullRequeue } from './full-requeue.ts'
import { PrimaryObjects } from './primary-objects.ts'
import { ReconcileRequests } from './reconcile-requests.ts'
import { ReconcileRunner } from './reconcile-runner.ts'
import { RequeuePace } from './requeue-pace.ts'
import { Resync } from './resync.ts'
import { environmentOf } from './run-environment.ts'
import { subjectOf } from './subject.ts'
import { TaskDispatcher } from './task-dispatcher.ts'
import { WorkerLoop } from './worker-loop.ts'

export type ControllerParts = ReturnType<typeof partsOf>

/** @param signal ends the triggers */
export function partsOf(controller: Controller, host: ControllerHost, signal: AbortSignal) {
  const base = basisOf(controller, host)
  const reporting = reportingOf(base)
  const queueing = queueingOf(base)
  const owned = (controller.owns ?? []).map(ownedOf)
  const { cluster, sources } = base
  const { events, failing } = reporting
  const environment = environmentOf(controller, host, { cluster, owned, sources, events, failing })
  const wiring = wiringOf({ ...base, ...reporting, ...queueing, environment, owned })
  const workers = workersOf({ ...base, ...reporting, ...queueing, environment })
  const { requests } = queueing
  const request = (object: Ref, by: string) => requests.add(requestKey(object), { type: 'triggered', by })
  const triggers = new RunningTriggers({ controller: controller.name, tools: host, request, signal })
  return { ...base, ...reporting, ...queueing, environment, wiring, workers, triggers, request }
}

/** Normalizes an entry of `owns`. */
function ownedOf(owned: Resource | Owned): Owned {
  return 'resource' in owned ? owned : { resource: owned }
}

function basisOf(controller: Controller, host: ControllerHost) {
  const { name } = controller
  const cluster = host.cluster ?? homeOn(host.client, host.cache)
  const where = whereOf(cluster)
  const log = new ControllerLog(host.log, name)
  const sources = new ControllerSources(host.cache, host.partition)
  return {
    controller,
    host,
    cluster,
    where,
    /** For messages: the name, and the cluster if it is not home. */
    label: where.cluster === undefined ? name : `${name}@${where.cluster}`,
    log,
    failures: new FunctionFailures(log, host.clock),
    sources,
    primary: new PrimaryObjects(controller, sources),
    pace: new RequeuePace(name, where.cluster),
  }
}

function whereOf({ name }: Cluster): { readonly cluster?: string } {
  return name === homeCluster ? {} : { cluster: name }
}

type Basis = ReturnType<typeof basisOf>

function reportingOf({ controller, host, where, log, primary }: Basis) {
  const events = new EventSink(host)
  const failing = new FailingObjects()
  const reporter = new ReconcileReporter({
    controller: controller.name,
    ...where,
    host,
    log,
    events,
    reportsLoops: controller.reportsLoops !== false,
    failing,
    reportsFailures: reportsIn(controller, 'events'),
    find: (object) => primary.find(object),
    isGone: (object) => primary.isGone(requestKey(object)),
  })
  return { events, failing, reporter }
}

function queueingOf({ controller, host, label, failures, primary }: Basis) {
  const { clock, random, workers, observer } = host
  const dispatcher = new TaskDispatcher({
    controller: label,
    workers,
    clock,
    random,
    fairBy: fairGroup(controller, failures),
    ...(observer?.queue === undefined ? {} : { observer: observer.queue }),
  })
  const requests = new ReconcileRequests(dispatcher.queue, (key) => primary.isGone(key))
  const keys = () => primary.keys()
  const fullRequeue = new FullRequeue({ clock, keys, enqueue: requests.addForChange })
  const resync = new Resync({ every: controller.resync, clock, random, keys, requests })
  return { dispatcher, requests, fullRequeue, resync }
}

type Assembled = Basis &
  ReturnType<typeof reportingOf> &
  ReturnType<typeof queueingOf> & { readonly environment: RunEnvironment }

function wiringOf(parts: Assembled & { readonly owned: readonly Owned[] }): ControllerWiring {
  const { controller, owned, environment, pace, reporter, sources, primary, requests, fullRequeue, failures } = parts
  const { indexes, applied, reads } = environment
  const enqueue = requests.addForChange
  const deletionCleanup = new DeletionCleanup({ environment, pace, reporter, find: (ref) => primary.find(ref) })
  const local = { indexes, applied, reads, deletionCleanup, failures }
  return new ControllerWiring({ controller, owned, sources, primary, enqueue, fullRequeue, ...local })
}

function workersOf({ controller, host, where, reporter, pace, ...parts }: Assembled): WorkerLoop {
  const { dispatcher, requests, log, primary, environment } = parts
  return new WorkerLoop({
    dispatcher,
    slice: host.slice ?? new TimeSlice(host.clock),
    requests,
    find: (key) => subjectOf(key, primary, environment),
    runner: new ReconcileRunner({ controller: controller.name, where, host, reporter, pace }),
    log,
  })
}
