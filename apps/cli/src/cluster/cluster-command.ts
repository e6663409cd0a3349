/** The arguments of `kubewright cluster`. */
import { defineCommand } from '../command/command.ts'
import { usageError } from '../command/parse-input.ts'

export const clusterCommand = defineCommand({
  name: 'cluster',
  summary: 'Run a small Kubernetes cluster on this machine until it is stopped.',
  details:
    'Deployments make pods, pods run on simulated nodes. Containers only seem to run, unless a file given with --images\n' +
    'names a program for their image: {"redis": ["redis-server"]}. See docs/guides/simulation.md.',
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
    'no-simulation': { type: 'boolean', help: 'Only the API server: nothing happens by itself.' },
    nodes: { type: 'string', takes: 'NUMBER', help: 'How many nodes are simulated.', default: '1' },
    images: { type: 'string', takes: 'FILE', help: 'Run the images named in this JSON file as programs.' },
  },
  examples: [
    { line: 'kubewright cluster', says: 'On the usual port; objects live in memory' },
    {
      line: 'kubewright cluster --port 0 --data-dir .kubewright/data',
      says: 'On a free port; objects survive a restart',
    },
  ],
  async run({ options, isJson }, terminal) {
    const { runCluster } = await import('./cluster.ts') // other commands need no server
    const { host, port, kubeconfig, 'data-dir': dataDir } = options
    const simulation = options['no-simulation'] ? undefined : await readSimulation(options)
    await runCluster(
      {
        host,
        port: parsePort(port),
        kubeconfig,
        isJson,
        ...(dataDir === undefined ? {} : { dataDir }),
        ...(simulation === undefined ? {} : { simulation }),
      },
      terminal,
    )
    return 0
  },
})

async function readSimulation({ nodes, images }: { readonly nodes: string; readonly images?: string | undefined }) {
  const { readImages } = await import('./images-file.ts')
  return { nodes: parseNodes(nodes), images: images === undefined ? {} : await readImages(images) }
}

function parseNodes(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 2_000) return Number(text)
  throw usageError({ name: 'cluster' }, `${JSON.stringify(text)} is no number of nodes: give one from 0 to 2000`)
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw usageError({ name: 'cluster' }, `${JSON.stringify(text)} is no port: a port is a whole number from 0 to 65535`)
}
