/** `kubewright protocol graph`: a topology, or the protocol of one node, as SVG. */
import type { Topology } from '@kubewright/protocol'
import type { TopologyNode } from '@kubewright/protocol/definition'
import { cliErrors } from '../errors.ts'
import { nearest } from '../explain/nearest.ts'
import { type Drawing, type DrawnEdge, renderSvg } from './render-svg.ts'
import { parseState } from './parse-state.ts'
import type { ProtocolAnswer, ProtocolRun } from './run-protocol.ts'

export function drawProtocol({ topology, options }: ProtocolRun): ProtocolAnswer {
  const state = options.from === undefined ? undefined : parseState(options.from, topology)
  const drawing =
    options.node === undefined ? drawTopology(topology, state) : drawNode(nodeNamed(options.node, topology))
  return { value: drawing, text: renderSvg(drawing) }
}

/** A box for each node; an arrow from each node to its dependencies. */
export function drawTopology(topology: Topology, state?: Readonly<Record<string, unknown>>): Drawing {
  const nodes = [...topology.nodes.values()]
  const bindings = topology.bindings.flatMap(({ node, requirement, to }) =>
    to.map(
      (target): DrawnEdge => ({
        from: node,
        to: target.node,
        label: requirement,
        style: to.length > 1 ? 'alternative' : 'plain',
      }),
    ),
  )
  const containment = nodes.flatMap(({ name, container }): DrawnEdge[] =>
    container === undefined ? [] : [{ from: name, to: container, label: 'in', style: 'containment' }],
  )
  return {
    title: 'Topology',
    boxes: nodes.map(({ name, type, replicas }) => ({
      id: name,
      title: replicas === undefined ? name : `${name} × ${replicas}`,
      subtitle: state === undefined ? (type.name === name ? '' : type.name) : describe(state[name]),
      tone: state !== undefined && state[name] === type.initial ? 'quiet' : 'plain',
    })),
    edges: [...bindings, ...containment],
  }
}

/** A box for each state; an arrow for each operation and fault handler. */
export function drawNode({ name, type }: TopologyNode): Drawing {
  const operations = [...type.operations].flatMap(([operation, transitions]) =>
    transitions.map(
      ({ from, to, needs, controllable }): DrawnEdge => ({
        from,
        to,
        label: needs.length === 0 ? operation : `${operation} [${needs.join(', ')}]`,
        style: controllable ? 'plain' : 'chance',
      }),
    ),
  )
  const faults = type.faults.map(({ from, to }): DrawnEdge => ({ from, to, label: 'fault', style: 'fault' }))
  return {
    title: `${name}: ${type.name}`,
    boxes: [...type.states].map(([state, { needs, offers }]) => ({
      id: state,
      title: state,
      subtitle: [
        needs.length > 0 ? `needs ${needs.join(', ')}` : '',
        offers.length > 0 ? `offers ${offers.join(', ')}` : '',
      ]
        .filter((text) => text !== '')
        .join(' · '),
      tone: state === type.initial ? 'quiet' : 'plain',
    })),
    edges: [...operations, ...faults],
  }
}

function nodeNamed(name: string, topology: Topology): TopologyNode {
  const node = topology.nodes.get(name)
  if (node !== undefined) return node
  const near = nearest(name, [...topology.nodes.keys()])
  throw cliErrors('KW_CLI_USAGE', {
    what: `draw the node ${name}`,
    why: 'the topology has no node of that name',
    next:
      near.length > 0
        ? `Did you mean ${near.join(', ')}?`
        : `It has ${[...topology.nodes.keys()].slice(0, 20).join(', ')}.`,
  })
}

function describe(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
