/** `kubewright dashboard`: a web page for any cluster. */
import { defineCommand } from '../command/command.ts'
import { clusterOptions } from '../project/cluster-options.ts'

const options = {
  port: { type: 'string', takes: 'NUMBER', help: 'The port; 0 chooses a free one.', default: '8790' },
  allow: {
    type: 'string',
    takes: 'ACTIONS',
    help: 'Actions that the page may take: pause, edit, secrets; separated by commas.',
  },
  ring: { type: 'string', takes: 'NAME', help: 'Show only the shards of this ring.' },
  namespace: { type: 'string', takes: 'NAME', help: 'Show only rings whose leases are in this namespace.' },
  ...clusterOptions,
} as const

export type DashboardCommandOptions = typeof options

export const dashboardCommand = defineCommand({
  name: 'dashboard',
  summary: 'Serve a web page with the objects of a cluster, their owners and shards, live.',
  details: `Listens on the loopback address until Ctrl-C, and uses your permissions in the cluster. The page is read-only unless
--allow lists actions. Values of Secrets are masked; with --allow secrets, a viewer can reveal them.

For the reconciles of an operator, use the dashboard of kubewright dev, or call startDashboard in its program.`,
  options,
  examples: [
    { line: 'kubewright dashboard', says: 'The cluster that kubectl uses, read-only' },
    { line: 'kubewright dashboard --allow pause,edit', says: 'With buttons to pause and edit objects' },
    { line: 'kubewright dashboard --context staging --port 0', says: 'Another cluster, on any free port' },
  ],
  async run(input, terminal) {
    const { runDashboard } = await import('./run-dashboard.ts') // other commands need no client
    return runDashboard(input, terminal)
  },
})
