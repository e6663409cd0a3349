/** `kubewright explore`: explores how an operator behaves when a fault occurs at any step. */
import { defineCommand } from '../command/command.ts'

const options = {
  seed: { type: 'string', takes: 'SEED', help: 'The seed of random choices; the same seed gives the same runs.' },
  budget: { type: 'string', takes: 'TIME', help: 'The time limit: 60s, 10m.' },
  runs: { type: 'string', takes: 'NUMBER', help: 'The limit of runs.' },
  strategy: {
    type: 'string',
    takes: 'NAMES',
    help: 'Strategies, separated by commas: single, outages, declarations, combined, random, pct, depth-first.',
  },
  plan: { type: 'string', takes: 'FILE', help: 'Replay only this plan.' },
  process: {
    type: 'string',
    takes: 'COMMAND',
    help: 'The command line of the operator, if FILE explores a process: defineProcessExploration({ … }).',
  },
  save: { type: 'string', takes: 'DIR', help: 'Write a plan file for each failure into this folder.' },
  full: {
    type: 'boolean',
    help: 'Print stories in full: also what happens before the first fault, repetitions, and the middle of long runs.',
  },
  coverage: { type: 'boolean', help: 'Print the code of the operator that no run executed.' },
} as const

export type ExploreCommandOptions = typeof options

export const exploreCommand = defineCommand({
  name: 'explore',
  summary: 'Inject faults at every step of an operator, and report the sequence that leads to each failure.',
  details: `FILE exports the exploration: export default defineExploration({ resources, controllers, scenario }), from
@kubewright/testing. It runs in this process, in virtual time, once for each fault: a crash after a write, a lost
response, a stale cache, an outage. With defineProcessExploration({ command, resources, scenario })
the operator is a process of its own, in any language, and runs in real time.`,
  args: [{ name: 'FILE', help: 'The file that declares the exploration.' }],
  options,
  examples: [
    { line: 'kubewright explore websites.explore.ts', says: 'For at most a minute' },
    { line: 'kubewright explore websites.explore.ts --budget 10m --seed nightly-7', says: 'Longer, with another seed' },
    { line: 'kubewright explore websites.explore.ts --save plans', says: 'Save a plan file for each failure' },
    { line: 'kubewright explore websites.explore.ts --plan plans/end-state-1.json', says: 'Replay a failure' },
    { line: "kubewright explore sites.explore.ts --process 'python3 operator.py'", says: 'Another language' },
  ],
  async run(input, terminal) {
    const { runExplore } = await import('./run-explore.ts')
    return runExplore(input, terminal)
  },
})
