/** A topology as plain data, for drawing and for messages to and from the worker. */
import type { GlobalState } from '@kubewright/protocol'

export interface ModelNode {
  readonly name: string
  readonly type: string
  readonly replicas?: number
  readonly quorum: number
  readonly container?: string
}

export interface ModelState {
  readonly name: string
  readonly needs: readonly string[]
  readonly offers: readonly string[]
}

export interface ModelTransition {
  readonly operation: string
  readonly from: string
  readonly to: string
  readonly needs: readonly string[]
  readonly controllable: boolean
  readonly cost: number
}

export interface ModelType {
  readonly name: string
  readonly requirements: readonly string[]
  readonly capabilities: readonly string[]
  readonly initial: string
  readonly states: readonly ModelState[]
  readonly transitions: readonly ModelTransition[]
  readonly faults: readonly { readonly from: string; readonly to: string }[]
}

export interface ModelBinding {
  readonly node: string
  readonly requirement: string
  readonly to: readonly { readonly node: string; readonly capability: string }[]
}

export interface ProtocolModel {
  readonly nodes: readonly ModelNode[]
  /** By name. A map, because a type may be called `__proto__`. */
  readonly types: ReadonlyMap<string, ModelType>
  readonly bindings: readonly ModelBinding[]
  readonly hardRecovery: boolean
  readonly initial: GlobalState
}

/** The states of a node or its instances: one name, or several with their counts. */
export function occupiedStates(state: GlobalState, node: string): readonly (readonly [string, number])[] {
  const value = Object.hasOwn(state, node) ? state[node]! : {}
  if (typeof value === 'string') return [[value, 1]]
  return Object.entries(value).flatMap(([name, count]) => (count !== undefined && count > 0 ? [[name, count]] : []))
}

/** `running`, or `running ×2, crashed ×1`. */
export function stateText(state: GlobalState, node: string): string {
  const value = Object.hasOwn(state, node) ? state[node] : undefined
  const all = occupiedStates(state, node)
  if (typeof value === 'string') return value
  return all.map(([name, count]) => `${name} ×${count}`).join(', ')
}
