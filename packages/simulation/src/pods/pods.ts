/** Runs pods on the nodes of the simulation: most containers are simulated, some are real processes. */
import { type Controller, changed, defineController, type Trigger, watch } from '@kubewright/controller'
import type { ControllerHost } from '@kubewright/controller/host'
import { formatRef, systemClock } from '@kubewright/core'
import { systemIds } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import { Node, PersistentVolumeClaim, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import { lostAnnotation } from '../names.ts'
import type { Part } from '../part.ts'
import { parseApiServer } from '../processes/api-access.ts'
import { noStreams } from '../processes/pod-streams.ts'
import { ProcessRuntime } from '../processes/process-runtime.ts'
import type { SimulationOptions } from '../simulation.ts'
import { Kubelet } from './kubelet.ts'
import { podsByAddress } from './pods-by-address.ts'
import { podsByNode } from './pods-by-node.ts'
import { SimulatedRuntime } from './simulated-runtime.ts'

/** The number of pods reconciled concurrently. */
const concurrency = 8

export function pods(given: SimulationOptions): Part {
  const { clock = systemClock, ids = systemIds, pods: options = {}, images = {} } = given
  const simulated = new SimulatedRuntime({ clock, ids }, options)
  let processes: ProcessRuntime | undefined
  const kubelet = new Kubelet({
    clock,
    options,
    runtimeOf: (container) => (processes?.isFor(container) === true ? processes : simulated),
    runtimes: () => (processes === undefined ? [simulated] : [simulated, processes]),
    addressOffset: () => processes?.addressOffset ?? 0,
  })
  const trigger: Trigger = {
    name: 'processes',
    async run(wake, signal) {
      using _ = processes?.listen((pod) => wake([pod]))
      await aborted(signal)
    },
  }
  return {
    name: 'pods',
    reporter: 'kubelet',
    controllers: [kubeletController(kubelet, trigger)],
    async prepare(host) {
      if (Object.keys(images).length === 0) return
      const apiServer = typeof given.apiServer === 'string' ? parseApiServer(given.apiServer) : given.apiServer
      processes = await ProcessRuntime.open(host, images, { ...given.processes, apiServer })
    },
    async run(host, signal) {
      await Promise.all([follow(kubelet, processes, host, signal), processes?.serviceProxy.run(host.cache, signal)])
    },
    async end() {
      await processes?.[Symbol.asyncDispose]()
    },
    logs: (request) => processes?.logs(request) ?? silence(),
    streams: {
      exec: (request) => (processes?.streams ?? noStreams).exec(request),
      attach: (request) => (processes?.streams ?? noStreams).attach(request),
      forward: (request) => (processes?.streams ?? noStreams).forward(request),
    },
    activity: () => (processes?.serviceProxy.isBusy === true ? ['services are being opened'] : []),
  }
}

function kubeletController(kubelet: Kubelet, trigger: Trigger): Controller {
  return defineController({
    name: 'kubelet',
    for: Pod,
    when: 'any-change',
    seesDeletion: true,
    concurrency,
    indexes: [podsByNode, podsByAddress],
    watches: [
      watch(Node, {
        when: changed(({ metadata }) => metadata.annotations?.[lostAnnotation]),
        requests: ({ metadata: { name } }, { find }) => find(podsByNode, name),
      }),
    ],
    triggers: [trigger],
    reconcile: bearingConflicts((pod, ctx) => kubelet.reconcile(pod, ctx)),
  })
}

/** Releases the resources of deleted pods and claims. */
async function follow(
  kubelet: Kubelet,
  processes: ProcessRuntime | undefined,
  { cache, log }: ControllerHost,
  signal: AbortSignal,
): Promise<void> {
  using pods = cache.source(Pod)
  using _pods = pods.subscribe(({ type, object }) => {
    if (type === 'deleted') kubelet.forget(object.metadata.uid)
  })
  if (processes === undefined) return aborted(signal)
  using claims = cache.source(PersistentVolumeClaim)
  using _claims = claims.subscribe(({ type, object }) => {
    if (type !== 'deleted') return
    const claim = formatRef(object.metadata)
    const report = (error: unknown) => log.warn('volume directory could not be removed', { claim, error })
    void processes.dropClaim(object.metadata.uid).catch(report)
  })
  await aborted(signal)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else onAbort(signal, resolve)
  })
}

/** An empty log. */
async function* silence(): AsyncGenerator<string> {}
