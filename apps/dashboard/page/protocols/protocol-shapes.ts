/** Drawings of a topology and of a protocol: boxes and arrows with labels. Pure. */
import type { GlobalState } from '@kubewright/protocol'
import type { Tone } from '../parts.tsx'
import { type ModelType, occupiedStates, type ProtocolModel, stateText } from './protocol-model.ts'
import type { Fault } from './protocol-request.ts'
import { nodeTone, stateTone } from './state-tone.ts'

export interface DrawnBox {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly tone: Tone
  readonly isNow: boolean
  /** For screen readers. */
  readonly label: string
}

export interface DrawnEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly label: string
  readonly kind: 'binding' | 'missing' | 'container' | 'operation' | 'crash' | 'fault'
}

export interface DrawnShape {
  readonly boxes: readonly DrawnBox[]
  readonly edges: readonly DrawnEdge[]
}

/** Nodes and bindings: an arrow leads from a requirement to the node that satisfies it. */
export function topologyShape(model: ProtocolModel, state: GlobalState, faults: readonly Fault[]): DrawnShape {
  const pending = new Set(faults.map(({ node, requirement }) => JSON.stringify([node, requirement])))
  const boxes = model.nodes.map(({ name, type, replicas }): DrawnBox => {
    const text = stateText(state, name)
    const title = replicas === undefined ? name : `${name} ×${replicas}`
    const tone = nodeTone(model, state, name, faults)
    const missing = faults.filter((fault) => fault.node === name).map(({ requirement }) => requirement)
    const trouble = missing.length === 0 ? '' : `, misses ${missing.join(', ')}`
    return { id: name, title, text, tone, isNow: false, label: `${title} ${text}${trouble}, type ${type}` }
  })
  const bindings = model.bindings.flatMap(({ node, requirement, to }) =>
    to.map((target): DrawnEdge => {
      const isPlain = requirement === target.capability || requirement === target.node
      const label = isPlain ? target.capability : `${requirement} → ${target.capability}`
      const kind = pending.has(JSON.stringify([node, requirement])) ? 'missing' : 'binding'
      const id = JSON.stringify(['binding', node, requirement, target.node, target.capability])
      return { id, from: node, to: target.node, label, kind }
    }),
  )
  const containers = model.nodes.flatMap(({ name, container }): DrawnEdge[] =>
    container === undefined
      ? []
      : [{ id: JSON.stringify(['container', name]), from: name, to: container, label: 'runs in', kind: 'container' }],
  )
  return { boxes, edges: [...bindings, ...containers] }
}

/** The states of a node and the transitions between them. */
export function protocolShape(type: ModelType, state: GlobalState, node: string): DrawnShape {
  const occupied = new Map(occupiedStates(state, node))
  const boxes = type.states.map(({ name, needs, offers }): DrawnBox => {
    const parts = [
      ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
      ...(offers.length > 0 ? [`offers ${offers.join(', ')}`] : []),
    ]
    const count = occupied.get(name)
    const isNow = count !== undefined
    const title = isNow && count > 1 ? `${name} ×${count}` : name
    const text = parts.join(' · ') || (name === type.initial ? 'initial' : '')
    const label = `${title} ${text}${isNow ? ', the current state' : ''}`.trim()
    return { id: name, title, text, tone: stateTone(type, name), isNow, label }
  })
  return { boxes, edges: [...transitionEdges(type), ...faultEdges(type)] }
}

function transitionEdges({ transitions }: ModelType): readonly DrawnEdge[] {
  return transitions.map(({ operation, from, to, needs, controllable }, index) => {
    const label = needs.length === 0 ? operation : `${operation} [${needs.join(', ')}]`
    return { id: `transition ${index}`, from, to, label, kind: controllable ? 'operation' : 'crash' }
  })
}

function faultEdges({ faults }: ModelType): readonly DrawnEdge[] {
  return faults.map(({ from, to }, index) => ({ id: `fault ${index}`, from, to, label: 'on fault', kind: 'fault' }))
}
