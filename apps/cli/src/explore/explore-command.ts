/** `kubewright explore`: explores how an operator behaves when a fault occurs at any step. */
import { defineCommand } from '../command/command.ts'

const options = {
  seed: { type: 'string', takes: 'SEED', help: 'The same seed explores the same.' },
  budget: { type: 'string', takes: 'TIME', help: 'How long it may take: 60s, 10m.' },
  runs: { type: 'string', takes: 'NUMBER', help: 'How many runs it may take.' },
  strategy: {
    type: 'string',
    takes: 'NAMES',
    help: 'How plans are made: single, outages, declarations, combined, random, pct, depth-first; several with commas.',
  },
  plan: { type: 'string', takes: 'FILE', help: 'Play this plan again, and nothing else.' },
  process: {
    type: 'string',
    takes: 'COMMAND',
    help: 'Start the operator with this line, if FILE explores a process: defineProcessExploration({ … }).',
  },
  save: { type: 'string', takes: 'DIR', help: 'Write a plan file for each failure into this folder.' },
  coverage: { type: 'boolean', help: "Say which parts of the operator's code no run came to." },
} as const

export type ExploreCommandOptions = typeof options

export const exploreCommand = defineCommand({
  name: 'explore',
  summary: 'Let an operator fail in every way it can, and tell the story of each failure.',
  details: `FILE exports what is explored: export default defineExploration({ resources, controllers, scenario }), from
@kubewright/testing. It runs in this process, in virtual time, again and again: with a crash after each write, an answer
that is lost, a view that is behind, an outage that lasts. With defineProcessExploration({ command, resources, scenario })
the operator is a process of its own, in any language, and runs in real time.`,
  args: [{ name: 'FILE', help: 'The file that declares the exploration.' }],
  options,
  examples: [
    { line: 'kubewright explore websites.explore.ts', says: 'For a minute at most' },
    { line: 'kubewright explore websites.explore.ts --budget 10m --seed nightly-7', says: 'Longer, and elsewhere' },
    { line: 'kubewright explore websites.explore.ts --save plans', says: 'Keep what is found' },
    { line: 'kubewright explore websites.explore.ts --plan plans/end-state-1.json', says: 'See it again' },
    { line: "kubewright explore sites.explore.ts --process 'python3 operator.py'", says: 'Another language' },
  ],
  async run(input, terminal) {
    const { runExplore } = await import('./run-explore.ts')
    return runExplore(input, terminal)
  },
})
