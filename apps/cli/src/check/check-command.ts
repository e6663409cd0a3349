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
  used: {
    type: 'string',
    takes: 'FILE',
    help: 'The file that a test run recorded with KUBEWRIGHT_RECORD_GRANTS=FILE.',
  },
  'allow-breaking': { type: 'boolean', help: 'Report breaking changes as warnings.' },
  strict: { type: 'boolean', help: 'Treat warnings as problems.' },
  ...configOption,
} as const

export type CheckOptions = typeof options

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Check definitions, breaking changes, permissions, generated files and docs.',
  details: `definitions  whether an API server accepts the CRDs and their CEL rules
changes      changes of the CRDs that break stored objects or clients
rbac         requests of the tests that the role denies, and grants that no test used; needs -- COMMAND or --used.
             Roles and bindings that the server may refuse to the operator
generated    generated files that are out of date
docs         fields without a description (warnings)`,
  args: [{ name: 'WHAT', help: 'The checks to run. Default: all', isOptional: true, choices: checks }],
  rest: 'COMMAND …',
  options,
  examples: [
    { line: 'kubewright check', says: 'Every check that needs no test run' },
    { line: 'kubewright check -- npm test', says: 'Run the tests, and compare the role with their requests' },
    { line: 'kubewright check changes --since v1.2.0', says: 'Would upgrading from that release break anything?' },
    { line: 'kubewright check changes --cluster --context staging', says: 'Would applying the CRDs to that cluster?' },
  ],
  async run(input, terminal) {
    const { runCheck } = await import('./run-check.ts') // other commands need no server
    return runCheck(input, terminal)
  },
})
