/** The arguments of `kubewright dev`. */
import { localClusterOptions, readLocalCluster } from '../cluster/local-cluster-options.ts'
import { defineCommand } from '../command/command.ts'
import { usageError } from '../command/parse-input.ts'
import { parsePort } from '../command/parse-port.ts'
import { configOption } from '../project/load-project.ts'

export const devCommand = defineCommand({
  name: 'dev',
  summary: 'Run the operator on a cluster of its own, and start it anew whenever a file changes.',
  details: `The cluster, and every object in it, stays while the operator comes and goes. Custom resources are applied when their
definitions change. Each reconcile is a line: which object, why, what came of it. With --json each is an object.`,
  args: [{ name: 'FILE', help: 'What starts the operator. Otherwise src/main.ts, or main.ts.', isOptional: true }],
  options: {
    ...configOption,
    apply: { type: 'string', takes: 'FILE', help: 'Apply these objects once the operator runs.' },
    watch: { type: 'string', takes: 'DIR', help: 'Watch this folder too, not only that of the configuration.' },
    existing: { type: 'boolean', help: 'Use the cluster of your current kubeconfig instead of a new one.' },
    'webhook-url': { type: 'string', takes: 'URL', help: 'Where the API server finds webhooks: https://ADDRESS:PORT.' },
    port: { type: 'string', takes: 'NUMBER', help: 'Where the cluster listens; 0 chooses a free port.', default: '0' },
    dashboard: {
      type: 'string',
      takes: 'NUMBER',
      help: 'The port of the dashboard. Otherwise 8790, or one that is free.',
    },
    ...localClusterOptions,
  },
  examples: [
    { line: 'kubewright dev', says: 'The operator in this folder' },
    { line: 'kubewright dev --apply samples.yaml', says: 'With something to do' },
    { line: 'kubewright dev --existing', says: 'On the cluster that kubectl uses' },
  ],
  async run({ options, args: [main], isJson }, terminal) {
    const { config, apply, watch, existing, 'webhook-url': webhookUrl } = options
    const cluster = existing ? undefined : await readLocalCluster('dev', options, terminal.cwd)
    checkWebhookUrl(webhookUrl)
    const { runDev } = await import('./dev.ts') // other commands need no server
    const dashboard = options.dashboard === undefined ? undefined : parsePort('dev', options.dashboard)
    const given = Object.fromEntries(
      Object.entries({ main, config, apply, watch, webhookUrl, cluster, dashboard }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    await runDev({ ...given, isJson }, terminal)
    return 0
  },
})

function checkWebhookUrl(url: string | undefined): void {
  if (url === undefined || /^https:\/\/[^/]+:\d+$/.test(url)) return
  throw usageError({ name: 'dev' }, `${JSON.stringify(url)} is no address for webhooks: write https://ADDRESS:PORT`)
}
