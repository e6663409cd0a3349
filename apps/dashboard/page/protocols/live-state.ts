/** Translates the reported status of a stack into a global state of its protocol. Pure. */
import type { ComponentEntry, StackEntry } from '@kubewright/dashboard/topics'
import type { GlobalState, Goal } from '@kubewright/protocol'
import { isNestedDeeper, mostLevels } from '../json-nesting.ts'
import { isPlain } from '../objects/plain-object.ts'

export interface LiveProtocol {
  /** The source of the topology: the operator's text, or the dependencies of the components. */
  readonly source: { readonly text: string } | { readonly needs: readonly (readonly [string, readonly string[]])[] }
  readonly state: GlobalState
  readonly goal: Goal
  /** Why the operator's own protocol is not used, if so. */
  readonly problem?: string
}

/** The states of a protocol that is derived from dependencies. */
const derivedStates = { absent: 'unavailable', running: 'running', crashed: 'crashed' } as const

type Stack = Pick<StackEntry, 'components' | 'protocol'>

/** @returns `undefined` while the operator has reported no component */
export function liveProtocol({ components, protocol }: Stack): LiveProtocol | undefined {
  if (components.length === 0) return undefined
  if (protocol === undefined) return derivedProtocol(components)
  const own = ownProtocol(components, protocol)
  if (own !== undefined) return own
  const problem = 'The protocol in its status cannot be read: it is drawn from what components need instead.'
  return { ...derivedProtocol(components), problem }
}

function derivedProtocol(components: readonly ComponentEntry[]): LiveProtocol {
  const names = new Set(components.map(({ name }) => name))
  return {
    source: { needs: components.map(({ name, needs }) => [name, needs.filter((one) => names.has(one))] as const) },
    state: Object.fromEntries(components.map(({ name, phase }) => [name, derivedStates[seenAs(phase)]])),
    goal: Object.fromEntries(components.map(({ name }) => [name, 'running'])),
  }
}

function ownProtocol(components: readonly ComponentEntry[], text: string): LiveProtocol | undefined {
  const { topology, states, goal } = parsed(text)
  if (!isPlain(topology) || !isPlain(states) || !isPlain(goal)) return undefined
  const found = components.map(({ name, phase }) => {
    const ofNode = Object.hasOwn(states, name) ? states[name] : undefined
    const state = isPlain(ofNode) ? ofNode[seenAs(phase)] : undefined
    return typeof state === 'string' ? ([name, state] as const) : undefined
  })
  if (found.some((one) => one === undefined)) return undefined
  const state = Object.fromEntries(found as [string, string][])
  return { source: { text: JSON.stringify(topology) }, state, goal: goal as Goal }
}

function parsed(text: string): Record<string, unknown> {
  if (isNestedDeeper(text, mostLevels)) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isPlain(value) ? value : {}
  } catch {
    return {} // a status is untrusted; the caller reports that it cannot be read
  }
}

/** A starting component is still in its previous state. */
function seenAs(phase: ComponentEntry['phase']): keyof typeof derivedStates {
  return phase === 'running' || phase === 'crashed' ? phase : 'absent'
}

export interface PlanStep {
  readonly line: string
  readonly tone: 'good' | 'busy' | 'quiet'
  /** The current action of the operator. */
  readonly text: string
}

/** The operator's plan: its current steps, and why the others wait. */
export function planSteps({
  plan,
  step,
  components,
}: Pick<StackEntry, 'plan' | 'step' | 'components'>): readonly PlanStep[] {
  const now = new Set((step ?? '').split(', '))
  return plan.map((line) => {
    const component = components.find(({ name }) => line.startsWith(`${name}.`))
    if (now.has(line)) return { line, tone: 'busy', text: component?.waitsFor ?? 'under way' }
    return { line, tone: 'quiet', text: component?.waitsFor ?? '' }
  })
}
