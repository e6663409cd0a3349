/** `kubewright check`: whether an operator is ready for release. */
import { defineCommand } from '../command/command.ts'
import { clusterOptions } from '../project/cluster-options.ts'
import { configOption } from '../project/load-project.ts'
import { checks } from './finding.ts'

const options = {
  since: {
    type: 'string',
    takes: 'REVISION',
    help: 'Compare definitions with those of this git revision. Default: HEAD',
  },
  cluster: { type: 'boolean', help: 'Compare definitions with those in the cluster of your kubeconfig instead.' },
  ...clusterOptions,
  used: { type: 'string', takes: 'FILE', help: 'What a test run recorded with KUBEWRIGHT_RECORD_GRANTS=FILE.' },
  'allow-breaking': { type: 'boolean', help: 'Take changes that break something for warnings.' },
  strict: { type: 'boolean', help: 'Take warnings for problems.' },
  ...configOption,
} as const

export type CheckOptions = typeof options

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Check definitions, breaking changes, permissions, generated files and docs.',
  details: `definitions  an API server in this process takes the CRDs, their rules included
changes      what a change would break: stored objects, or clients
rbac         what tests did that the role forbids, and what it allows that no test did; needs -- COMMAND or --used
generated    what kubewright generate would write
docs         fields that nobody describes (warnings)`,
  args: [{ name: 'WHAT', help: 'What to check; all of it if left out.', isOptional: true, choices: checks }],
  rest: 'COMMAND …',
  options,
  examples: [
    { line: 'kubewright check', says: 'Everything that needs no tests to run' },
    { line: 'kubewright check -- npm test', says: 'Run the tests, and compare the role with what they did' },
    { line: 'kubewright check changes --since v1.2.0', says: 'Would upgrading from that release break anything?' },
    { line: 'kubewright check changes --cluster --context staging', says: 'Would applying the CRDs to that cluster?' },
  ],
  async run(input, terminal) {
    const { runCheck } = await import('./run-check.ts') // other commands need no server
    return runCheck(input, terminal)
  },
})
