/** The kubelet of simulated nodes: observes a pod, plans, and carries out the plan, until nothing is left to do. */
import { ignoreNotFound, isNotFound } from '@kubewright/client'
import { again, type Context, done, type Outcome, TerminalError } from '@kubewright/controller'
import { type Clock, refOf } from '@kubewright/core'
import { deepEqual, diffMergePatch, type JsonObject } from '@kubewright/core/json'
import { Node, Pod } from '@kubewright/kubernetes'
import type { Container, PodStatus } from '@kubewright/kubernetes/core/v1'
import { isSimulated } from '../nodes/node-object.ts'
import { isLost } from '../nodes/registration.ts'
import { behaviourOf, type PodOptions } from './behaviour.ts'
import type { ContainerObservation } from './container-observation.ts'
import type { PodEvent } from './container-step.ts'
import { CrashCounts } from './crash-counts.ts'
import { type PodPlan, planPod } from './plan-pod.ts'
import { PodAddresses } from './pod-addresses.ts'
import type { PodRuntime } from './pod-runtime.ts'
import { podsByAddress } from './pods-by-address.ts'

/** The maximum number of steps without waiting: more would mean that the plan never converges. */
const mostSteps = 25

export interface KubeletTools {
  readonly clock: Clock
  readonly options: PodOptions
  readonly runtimeOf: (container: Container) => PodRuntime
  /** All runtimes. */
  readonly runtimes: () => readonly PodRuntime[]
  /** Offset from the first pod address of a node at which allocation starts. @default 0 */
  readonly addressOffset?: () => number
}

export class Kubelet {
  readonly #tools: KubeletTools
  readonly #crashes = new CrashCounts()
  readonly #addresses: PodAddresses

  constructor(tools: KubeletTools) {
    this.#addresses = new PodAddresses(tools.addressOffset)
    this.#tools = tools
  }

  /** Failure: a terminal error for an invalid annotation, until the pod is edited. */
  async reconcile(pod: Pod, ctx: Context): Promise<Outcome> {
    const node = nodeOf(pod, ctx)
    if (node === undefined) return done()
    this.#checkBehaviour(pod, ctx)
    let current = pod
    for (let step = 0; step < mostSteps; step++) {
      const podIp = this.#addressOf(current, node, ctx)
      if (podIp === undefined) return again('10s')
      const plan = this.#plan(current, node, podIp)
      const next = await this.#carryOut(plan, current, { podIp, ctx })
      if (next === undefined) return done()
      const isSame = next === current && plan.starts.length === 0
      current = next
      if (isSame && !isDue(plan, this.#tools.clock.now())) return outcomeOf(plan, this.#tools.clock.now())
    }
    return again('1s')
  }

  /** Releases everything of a pod that is gone from the API. */
  forget(uid: string): void {
    this.#crashes.forget(uid)
    this.#addresses.release(uid)
    for (const runtime of this.#tools.runtimes()) runtime.forget(uid)
  }

  #checkBehaviour(pod: Pod, ctx: Context): void {
    try {
      for (const container of containersOf(pod)) behaviourOf(pod, container, this.#tools.options)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      ctx.events.warning('Behaviour', message)
      throw new TerminalError(message, { cause: error })
    }
  }

  #addressOf(pod: Pod, node: Node, ctx: Context): string | undefined {
    if (pod.spec.hostNetwork === true) return hostIpOf(node)
    if (pod.status?.podIP !== undefined) return pod.status.podIP
    const isInUse = (address: string) =>
      ctx.cache.find(podsByAddress, address).some(({ metadata }) => metadata.uid !== pod.metadata.uid)
    return this.#addresses.take(pod.metadata.uid, node.spec?.podCIDR ?? '10.128.0.0/20', isInUse)
  }

  #plan(pod: Pod, node: Node, podIp: string): PodPlan {
    const { clock, options, runtimeOf } = this.#tools
    const containers = containersOf(pod)
    const observations = new Map<string, ContainerObservation>(
      containers.map((container) => [container.name, runtimeOf(container).look(pod, container)]),
    )
    const isEvicted = containers.some((container) => behaviourOf(pod, container, options).does === 'evicted')
    return planPod({
      pod,
      hostIp: hostIpOf(node),
      podIp,
      observations,
      crashes: this.#crashes.note(pod, observations),
      eviction: isEvicted ? 'The node was low on resource: memory. ' : undefined,
      now: clock.now(),
    })
  }

  /** Returns the updated pod; `undefined` if nothing more is to be done for it now. */
  async #carryOut(plan: PodPlan, pod: Pod, { podIp, ctx }: { podIp: string; ctx: Context }): Promise<Pod | undefined> {
    const { runtimeOf } = this.#tools
    const written = await writeStatus(pod, plan.status, ctx)
    if (written === undefined) return undefined
    record([...plan.events, ...this.#happened(pod)], ctx)
    const asked = named(pod, plan.stops).filter((container) =>
      runtimeOf(container).stop(pod, container, plan.stopBy ?? 0),
    )
    for (const { name } of asked) ctx.events.normal('Killing', `Stopping container ${name}`)
    for (const container of named(pod, plan.starts)) runtimeOf(container).start(written, container, podIp)
    // The next plan has the time at which a stopping container will have stopped.
    if (!plan.removes) return asked.length > 0 ? { ...written } : written
    await remove(pod, ctx)
    return undefined
  }

  #happened({ metadata: { uid } }: Pod): readonly PodEvent[] {
    return this.#tools.runtimes().flatMap((runtime) => runtime.takeEvents?.(uid) ?? [])
  }
}

function isDue({ wakeAt }: PodPlan, now: number): boolean {
  return wakeAt !== undefined && wakeAt <= now
}

function outcomeOf({ wakeAt }: PodPlan, now: number): Outcome {
  return wakeAt === undefined ? done() : again(wakeAt - now)
}

/** The pod's node, if it is simulated and not lost. */
function nodeOf({ spec }: Pod, ctx: Context): Node | undefined {
  if (spec.nodeName === undefined || spec.nodeName === '') return undefined
  const node = ctx.cache.get(Node, { name: spec.nodeName })
  return node !== undefined && isSimulated(node) && !isLost(node) ? node : undefined
}

function hostIpOf({ status }: Node): string {
  return status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '10.64.0.1'
}

function containersOf({ spec }: Pod): readonly Container[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? [])]
}

function named(pod: Pod, names: readonly string[]): readonly Container[] {
  const all = containersOf(pod)
  return names.flatMap((name) => all.find((container) => container.name === name) ?? [])
}

/** Resolves to `undefined` if the pod is gone. */
async function writeStatus(pod: Pod, status: PodStatus, ctx: Context): Promise<Pod | undefined> {
  const before = (pod.status ?? {}) as JsonObject
  if (deepEqual(before, status)) return pod
  const patch = {
    metadata: { resourceVersion: pod.metadata.resourceVersion! },
    status: diffMergePatch(before, status as unknown as JsonObject) as PodStatus,
  }
  try {
    return await ctx.client.status.patch(Pod, refOf(pod), patch, { signal: ctx.signal })
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function record(events: readonly PodEvent[], { events: recorder }: Context): void {
  for (const { type, reason, note } of events) recorder[type === 'Normal' ? 'normal' : 'warning'](reason, note)
}

async function remove(pod: Pod, ctx: Context): Promise<void> {
  const how = { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid }, signal: ctx.signal }
  await ctx.client.delete(Pod, refOf(pod), how).catch(ignoreNotFound)
}
