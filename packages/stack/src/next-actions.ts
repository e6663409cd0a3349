/**
 * The next operations on the components of a stack, according to its protocol. Pure.
 *
 * Guarantees
 * - Only the first operations of a cheapest plan are actions: those that wait for no other operation. Unordered operations run
 *   concurrently, so a component that is not ready delays only the components that need it.
 * - A running component is never stopped because a dependency is gone: the plan assumes that it breaks, but that is only observed,
 *   never enforced.
 */
import { findPlan, formatStep } from '@kubewright/protocol'
import { settle } from '@kubewright/protocol/semantics'
import type { Phase } from './phase.ts'
import { type Effect, goalOf, mappingOf, type StackProtocol, toState } from './stack-protocol.ts'

/** An operation of the protocol that may run now. */
export interface StackAction {
  readonly component: string
  readonly effect: Effect
  /** The name of the operation in the protocol: `db.run`. */
  readonly operation: string
}

/** Why a component has not reached its goal and no action is taken now. */
export interface StackWait {
  readonly component: string
  /** The components it waits for; itself, if an operation is in progress. */
  readonly for: readonly string[]
  readonly why: string
}

/** The next steps of a stack. */
export interface NextActions {
  readonly actions: readonly StackAction[]
  /** All remaining operations in a valid order, those in progress included. */
  readonly plan: readonly string[]
  /** Operations in progress. */
  readonly underway: readonly string[]
  readonly waits: readonly StackWait[]
  /** Why the goal cannot be reached, if so. */
  readonly problem?: string | undefined
}

/**
 * Computes the next actions.
 *
 * @example
 * ```ts
 * const shop = protocolFromNeeds({ db: [], api: ['db'], docs: [] })
 * const { actions, waits } = nextActions(shop, { db: 'crashed', api: 'absent', docs: 'absent' })
 * actions.map(({ operation }) => operation) // => ['db.delete', 'docs.run']
 * waits.map(({ component, why }) => `${component}: ${why}`) // => ['api: waits for db']
 * ```
 */
export function nextActions(protocol: StackProtocol, phases: Readonly<Record<string, Phase>>): NextActions {
  const { topology } = protocol
  const handled = settle(topology, toState(protocol, phases))
  const plan = findPlan(topology, { from: handled.state, to: goalOf(protocol) })
  if (plan.status !== 'found') {
    return { actions: [], plan: [], underway: [], waits: [], problem: plan.reason }
  }
  const { steps, order } = plan
  const first = new Map<string, number>()
  steps.forEach((step, index) => {
    if (step.kind === 'operation' && !first.has(step.node)) first.set(step.node, index)
  })
  const sorted = [...first].map(([component, index]) => judge(protocol, phases, { component, index, steps, order }))
  const spared = new Set(sorted.flatMap((one) => (one.kind === 'spared' ? one.component : [])))
  return {
    actions: sorted.flatMap((one) => (one.kind === 'action' ? one.action : [])),
    plan: steps.filter(({ node }) => !spared.has(node)).map(formatStep),
    underway: sorted.flatMap((one) => (one.kind === 'underway' ? one.operation : [])),
    waits: sorted.flatMap((one) => ('wait' in one ? one.wait : [])),
  }
}

interface FirstStep {
  readonly component: string
  readonly index: number
  readonly steps: Parameters<typeof formatStep>[0][] | readonly Parameters<typeof formatStep>[0][]
  readonly order: readonly (readonly number[])[]
}

type Judgement =
  | { readonly kind: 'action'; readonly action: StackAction }
  | { readonly kind: 'underway'; readonly operation: string; readonly wait: StackWait }
  | { readonly kind: 'waits'; readonly wait: StackWait }
  | { readonly kind: 'spared'; readonly component: string; readonly wait: StackWait }

function judge(
  protocol: StackProtocol,
  phases: Readonly<Record<string, Phase>>,
  { component, index, steps, order }: FirstStep,
): Judgement {
  const step = steps[index]!
  const operation = formatStep(step)
  const phase = phases[component]!
  const mapping = mappingOf(protocol, component)
  const effect = step.kind === 'operation' ? mapping.operations[step.operation] : undefined
  if (phase === 'running' && step.from !== mapping.states.running) {
    return {
      kind: 'spared',
      component,
      wait: { component, for: [], why: 'runs, although a component that it needs does not' },
    }
  }
  if (phase === 'starting' && effect === 'start') {
    return { kind: 'underway', operation, wait: { component, for: [component], why: 'is starting' } }
  }
  const before = [...new Set(order[index]!.map((other) => steps[other]!.node))].filter((node) => node !== component)
  if (before.length > 0) {
    return { kind: 'waits', wait: { component, for: before, why: `waits for ${before.join(', ')}` } }
  }
  if (effect === undefined) {
    const why = `the effect of ${operation} is not defined`
    return { kind: 'waits', wait: { component, for: [], why } }
  }
  return { kind: 'action', action: { component, effect, operation } }
}
