/** `kubewright dashboard`: a web page for any cluster. */
import { defineCommand } from '../command/command.ts'
import { clusterOptions } from '../project/cluster-options.ts'

const options = {
  port: { type: 'string', takes: 'NUMBER', help: 'The port; 0 chooses a free one.', default: '8790' },
  allow: {
    type: 'string',
    takes: 'ACTIONS',
    help: 'What the page may do beside showing: pause, edit, secrets; several with commas.',
  },
  ring: { type: 'string', takes: 'NAME', help: 'Of shards, only this ring.' },
  namespace: { type: 'string', takes: 'NAME', help: 'Of shards, only rings whose leases are in this namespace.' },
  ...clusterOptions,
} as const

export type DashboardCommandOptions = typeof options

export const dashboardCommand = defineCommand({
  name: 'dashboard',
  summary: 'Serve a web page that shows a cluster as it changes: objects, what owns what, and shards.',
  details: `Serves on this machine only, until Ctrl-C, with your rights in the cluster: the page shows what you may read. It changes
nothing unless --allow says what it may do. Values of Secrets are masked unless "secrets" is allowed and somebody asks for them.

The operators themselves are shown by kubewright dev, and by a program that calls startDashboard.`,
  options,
  examples: [
    { line: 'kubewright dashboard', says: 'The cluster that kubectl uses, to look at' },
    { line: 'kubewright dashboard --allow pause,edit', says: 'With buttons that change something' },
    { line: 'kubewright dashboard --context staging --port 0', says: 'Another cluster, on any free port' },
  ],
  async run(input, terminal) {
    const { runDashboard } = await import('./run-dashboard.ts') // other commands need no client
    return runDashboard(input, terminal)
  },
})
