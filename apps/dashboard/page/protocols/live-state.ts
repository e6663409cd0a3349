/** The global state of a stack in the words of its protocol, from what its operator reports. Pure. */
import type { ComponentEntry, StackEntry } from '@kubewright/dashboard'
import type { GlobalState, Goal } from '@kubewright/protocol'
import { isNestedDeeper, mostLevels } from '../json-nesting.ts'
import { isPlain } from '../objects/plain-object.ts'

export interface LiveProtocol {
  /** Where the topology comes from: a text of the operator, or what each component needs. */
  readonly source: { readonly text: string } | { readonly needs: readonly (readonly [string, readonly string[]])[] }
  readonly state: GlobalState
  readonly goal: Goal
  /** Why the protocol is not the operator's own, if it is not. */
  readonly problem?: string
}

/** Of protocols that follow from what components need. */
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
    return {} // a status is written by anybody who may: it is told that it cannot be read
  }
}

/** What is starting is still in the state that it left. */
function seenAs(phase: ComponentEntry['phase']): keyof typeof derivedStates {
  return phase === 'running' || phase === 'crashed' ? phase : 'absent'
}

export interface PlanStep {
  readonly line: string
  readonly tone: 'good' | 'busy' | 'quiet'
  /** What the operator does about it now. */
  readonly text: string
}

/** The operator's plan: what it does now, and why the rest waits. */
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
