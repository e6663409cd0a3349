/** The part that runs pods on the nodes of the simulation. */
import { type ControllerHost, changed, defineController, watch } from '@kubewright/controller'
import { onAbort, systemClock, systemIds } from '@kubewright/core'
import { Node, Pod } from '@kubewright/kubernetes'
import { lostAnnotation } from '../names.ts'
import type { Part } from '../part.ts'
import type { SimulationOptions } from '../simulation.ts'
import { Kubelet } from './kubelet.ts'
import { podsByAddress } from './pods-by-address.ts'
import { podsByNode } from './pods-by-node.ts'
import { SimulatedRuntime } from './simulated-runtime.ts'

/** How many pods are looked after at once. */
const concurrency = 8

export function pods({ clock = systemClock, ids = systemIds, pods: options = {} }: SimulationOptions): Part {
  const simulated = new SimulatedRuntime({ clock, ids }, options)
  const kubelet = new Kubelet({ clock, options, runtimeOf: () => simulated, runtimes: [simulated] })
  const controller = defineController({
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
    reconcile: (pod, ctx) => kubelet.reconcile(pod, ctx),
  })
  return {
    name: 'pods',
    reporter: 'kubelet',
    controllers: [controller],
    run: (host, signal) => forget(kubelet, host, signal),
  }
}

/** What is gone from the API leaves nothing behind. */
function forget(kubelet: Kubelet, { cache }: ControllerHost, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const source = cache.source(Pod)
    const listening = source.subscribe(({ type, object }) => {
      if (type === 'deleted') kubelet.forget(object.metadata.uid)
    })
    const end = () => {
      listening[Symbol.dispose]()
      source[Symbol.dispose]()
      resolve()
    }
    if (signal.aborted) end()
    else onAbort(signal, end)
  })
}
