/** Requests of pods and capacities of nodes, as plain numbers: cores, bytes, pieces. Pure. */
import { parseQuantity } from '@kubewright/core/quantities'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'

export type Amounts = ReadonlyMap<string, number>

export function amountsOf(quantities: Readonly<Record<string, string>> = {}): Amounts {
  return new Map(Object.entries(quantities).map(([name, text]) => [name, parseQuantity(text).toNumber()]))
}

export function sum(all: Iterable<Amounts>): Amounts {
  const total = new Map<string, number>()
  for (const amounts of all) for (const [name, value] of amounts) total.set(name, (total.get(name) ?? 0) + value)
  return total
}

function most(one: Amounts, two: Amounts): Amounts {
  const names = new Set([...one.keys(), ...two.keys()])
  return new Map([...names].map((name) => [name, Math.max(one.get(name) ?? 0, two.get(name) ?? 0)]))
}

/** Memoized: cached objects do not change. */
const known = new WeakMap<Pod, Amounts>()

/** The maximum of all containers together, and of each init container with the sidecars started before it. */
export function requestsOf(pod: Pod): Amounts {
  const amounts = known.get(pod) ?? countRequests(pod)
  known.set(pod, amounts)
  return amounts
}

function countRequests({ spec }: Pod): Amounts {
  let sidecars: Amounts = new Map()
  let peak: Amounts = new Map()
  for (const container of spec.initContainers ?? []) {
    const own = ofContainer(container)
    if (container.restartPolicy === 'Always') sidecars = sum([sidecars, own])
    peak = most(peak, container.restartPolicy === 'Always' ? sidecars : sum([sidecars, own]))
  }
  const together = sum([sidecars, ...(spec.containers ?? []).map(ofContainer)])
  const wholePod = amountsOf(spec.resources?.requests)
  const asked = new Map([...most(together, peak), ...wholePod])
  return sum([asked, amountsOf(spec.overhead)])
}

function ofContainer({ resources }: Container): Amounts {
  return amountsOf(resources?.requests)
}
