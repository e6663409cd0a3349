/** The arguments of `kubewright cluster`. */
import { defineCommand } from '../command/command.ts'
import { localClusterOptions, readLocalCluster } from './local-cluster-options.ts'

export const clusterCommand = defineCommand({
  name: 'cluster',
  summary: 'Run a small Kubernetes cluster on this machine until it is stopped.',
  details:
    'Deployments create pods, and pods run on simulated nodes. Containers are simulated too, unless the file of --images\n' +
    'maps their image to a program: {"redis": ["redis-server"]}. See docs/guides/simulation.md.',
  options: {
    port: { type: 'string', takes: 'NUMBER', help: 'Listen on this port; 0 chooses a free one.', default: '6443' },
    host: { type: 'string', takes: 'ADDRESS', help: 'Listen on this address.', default: '127.0.0.1' },
    ...localClusterOptions,
  },
  examples: [
    { line: 'kubewright cluster', says: 'On the default port; objects are kept in memory' },
    {
      line: 'kubewright cluster --port 0 --data-dir .kubewright/data',
      says: 'On a free port; objects survive a restart',
    },
  ],
  async run({ options, isJson }, terminal) {
    const given = await readLocalCluster('cluster', options, terminal.cwd)
    const { runCluster } = await import('./cluster.ts') // other commands need no server
    await runCluster({ ...given, isJson }, terminal)
    return 0
  },
})
