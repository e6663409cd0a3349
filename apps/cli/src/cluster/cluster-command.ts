/** The arguments of `kubewright cluster`. */
import { defineCommand } from '../command/command.ts'
import { usageError } from '../command/parse-input.ts'

export const clusterCommand = defineCommand({
  name: 'cluster',
  summary: 'Run a Kubernetes API server on this machine until it is stopped.',
  options: {
    port: { type: 'string', takes: 'NUMBER', help: 'Listen on this port; 0 chooses a free one.', default: '6443' },
    host: { type: 'string', takes: 'ADDRESS', help: 'Listen on this address.', default: '127.0.0.1' },
    'data-dir': { type: 'string', takes: 'DIR', help: 'Keep objects here, so that they survive a restart.' },
    kubeconfig: {
      type: 'string',
      takes: 'FILE',
      help: 'Write the kubeconfig here, readable by you alone.',
      default: '.kubewright/kubeconfig',
    },
  },
  examples: [
    { line: 'kubewright cluster', says: 'On the usual port; objects live in memory' },
    {
      line: 'kubewright cluster --port 0 --data-dir .kubewright/data',
      says: 'On a free port; objects survive a restart',
    },
  ],
  async run({ options: { host, port, kubeconfig, 'data-dir': dataDir } }, terminal) {
    const { runCluster } = await import('./cluster.ts') // other commands need no server
    await runCluster(
      { host, port: parsePort(port), kubeconfig, ...(dataDir === undefined ? {} : { dataDir }) },
      terminal,
    )
    return 0
  },
})

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw usageError({ name: 'cluster' }, `${JSON.stringify(text)} is no port: a port is a whole number from 0 to 65535`)
}
