/** `kubewright protocol`: checks, simulates, plans and draws the management protocol of an application. */
import { defineCommand } from '../command/command.ts'

export const protocolActions = ['check', 'simulate', 'plan', 'faults', 'graph', 'import', 'export'] as const

export type ProtocolAction = (typeof protocolActions)[number]

const options = {
  from: {
    type: 'string',
    takes: 'STATE',
    help: 'The global state to start in: db=running,api=crashed. Default: the initial state.',
  },
  to: { type: 'string', takes: 'STATE', help: 'The goal; nodes that are left out may be in any state.' },
  script: { type: 'string', takes: 'FILE', help: 'simulate: take the steps of this file, one a line.' },
  double: { type: 'boolean', help: 'faults: also two faults in a row.' },
  node: { type: 'string', takes: 'NAME', help: 'graph: draw the protocol of this node instead of the topology.' },
  out: { type: 'string', takes: 'FILE', help: 'graph, import, export: write here instead of to standard output.' },
} as const

export type ProtocolOptions = typeof options

export const protocolCommand = defineCommand({
  name: 'protocol',
  summary: 'Check, simulate, plan and draw the management protocol of an application.',
  details: `FILE is a topology: a module whose default export is what defineTopology returns, the same as YAML or JSON, or a CSAR.
check     problems of the protocol, deadlocks, and states from which the goal cannot be reached
simulate  one step after the other, with undo; in a terminal, or from a script
plan      the cheapest plan to a goal, and which steps may run at the same time
faults    every fault, what it takes down, and the plan that recovers from it
graph     a drawing as SVG
import    a CSAR as YAML
export    the topology as a CSAR`,
  args: [
    { name: 'ACTION', help: 'What to do.', choices: protocolActions },
    { name: 'FILE', help: 'The topology: .ts, .js, .yaml, .json or .csar.' },
  ],
  options,
  examples: [
    { line: 'kubewright protocol check shop.yaml --to api=running', says: 'Is every fault handled?' },
    { line: 'kubewright protocol plan shop.yaml --to api=running', says: 'The cheapest deployment' },
    { line: 'kubewright protocol faults shop.yaml', says: 'The consequences and the recovery of each fault' },
    { line: 'kubewright protocol simulate shop.yaml', says: 'Take its steps one by one' },
    { line: 'kubewright protocol graph shop.yaml --out shop.svg', says: 'Draw it' },
  ],
  async run(input, terminal) {
    const { runProtocol } = await import('./run-protocol.ts')
    return runProtocol(input, terminal)
  },
})
