/** The arguments of `kubewright dev`. */
import { localClusterOptions, readLocalCluster } from '../cluster/local-cluster-options.ts'
import { defineCommand } from '../command/command.ts'
import { usageError } from '../command/parse-input.ts'
import { parsePort } from '../command/parse-port.ts'
import { configOption } from '../project/load-project.ts'

export const devCommand = defineCommand({
  name: 'dev',
  summary: 'Run the operator on a cluster of its own, and restart it whenever a file changes.',
  details: `The cluster and its objects stay while the operator restarts. CRDs are applied when their definitions change. Each
reconcile is printed as a line: object, trigger and result. With --json, each is a JSON object.`,
  args: [{ name: 'FILE', help: 'The entry point of the operator. Default: src/main.ts or main.ts', isOptional: true }],
  options: {
    ...configOption,
    apply: { type: 'string', takes: 'FILE', help: 'Apply the objects in this file when the operator is ready.' },
    watch: {
      type: 'string',
      takes: 'DIR',
      help: 'Restart on changes in this folder too, not only in that of the configuration.',
    },
    existing: { type: 'boolean', help: 'Use the cluster of your current kubeconfig instead of a new one.' },
    'webhook-url': {
      type: 'string',
      takes: 'URL',
      help: 'The address at which the API server reaches the webhooks: https://ADDRESS:PORT.',
    },
    port: { type: 'string', takes: 'NUMBER', help: 'The port of the cluster; 0 chooses a free one.', default: '0' },
    dashboard: {
      type: 'string',
      takes: 'NUMBER',
      help: 'The port of the dashboard. Default: 8790, or a free one',
    },
    ...localClusterOptions,
  },
  examples: [
    { line: 'kubewright dev', says: 'The operator in this folder' },
    { line: 'kubewright dev --apply samples.yaml', says: 'With objects to reconcile' },
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
  throw usageError({ name: 'dev' }, `${JSON.stringify(url)} is not an address for webhooks: use https://ADDRESS:PORT`)
}
