/** The arguments of `kubewright dev`. */
import { defineCommand } from '../command/command.ts'
import { usageError } from '../command/parse-input.ts'
import { configOption } from '../project/load-project.ts'

export const devCommand = defineCommand({
  name: 'dev',
  summary: 'Run the operator on a cluster of its own, and start it anew whenever a file changes.',
  details: `The cluster, and every object in it, stays while the operator comes and goes. Custom resources are applied when their
definitions change. Each reconcile is a line: which object, why, what came of it.`,
  args: [{ name: 'FILE', help: 'What starts the operator. Otherwise src/main.ts, or main.ts.', isOptional: true }],
  options: {
    ...configOption,
    apply: { type: 'string', takes: 'FILE', help: 'Apply these objects once the operator runs.' },
    watch: { type: 'string', takes: 'DIR', help: 'Watch this folder too, not only that of the configuration.' },
    existing: { type: 'boolean', help: 'Use the cluster of your current kubeconfig instead of a new one.' },
    port: { type: 'string', takes: 'NUMBER', help: 'Where the cluster listens; 0 chooses a free port.', default: '0' },
    kubeconfig: {
      type: 'string',
      takes: 'FILE',
      help: 'Write the kubeconfig of the new cluster here.',
      default: '.kubewright/kubeconfig',
    },
    'data-dir': { type: 'string', takes: 'DIR', help: 'Keep objects here, so that they survive this command.' },
  },
  examples: [
    { line: 'kubewright dev', says: 'The operator in this folder' },
    { line: 'kubewright dev --apply samples.yaml', says: 'With something to do' },
    { line: 'kubewright dev --existing', says: 'On the cluster that kubectl uses' },
  ],
  async run({ options, args: [main] }, terminal) {
    const { runDev } = await import('./dev.ts') // other commands need no server
    const { config, apply, watch, existing, port, kubeconfig, 'data-dir': dataDir } = options
    const given = Object.fromEntries(
      Object.entries({ main, config, apply, watch, dataDir }).filter(([, value]) => value !== undefined),
    )
    await runDev({ ...given, usesExisting: existing, port: parsePort(port), kubeconfig }, terminal)
    return 0
  },
})

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw usageError({ name: 'dev' }, `${JSON.stringify(text)} is no port: a port is a whole number from 0 to 65535`)
}
