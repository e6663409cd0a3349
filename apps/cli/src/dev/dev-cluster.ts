/** The cluster of an operator under development: a local one, or an existing one. */
import type { Client } from '@kubewright/client'
import { createClient, loadConfig } from '@kubewright/client'
import type { LocalClusterOptions } from '../cluster/local-cluster.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The field manager of everything that `kubewright dev` installs. */
const fieldManager = 'kubewright-dev'

export interface DevCluster extends AsyncDisposable {
  readonly client: Client
  /** `https://127.0.0.1:6443` */
  readonly url: string
  /** Environment variables for the operator; empty for an existing cluster, which it finds by itself. */
  readonly environment: Readonly<Record<string, string>>
  /** The path of the kubeconfig of a local cluster. */
  readonly kubeconfig?: string
}

/** Lives as long as the command: the operator restarts, objects stay. Failure: as `startLocalCluster`. */
export async function startOwnCluster(options: LocalClusterOptions, terminal: Terminal): Promise<DevCluster> {
  const { kubeconfig } = options
  const { startLocalCluster } = await import('../cluster/local-cluster.ts') // not needed for an existing cluster
  const cluster = await startLocalCluster(options, terminal)
  const client = createClient(cluster.server.transport(), { fieldManager, namespace: 'default' })
  return {
    client,
    url: cluster.url,
    kubeconfig,
    environment: { KUBECONFIG: kubeconfig },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/** Failure: as `loadConfig` fails, or if the server does not answer. */
export async function joinCluster({
  environment: env,
  signal,
}: Pick<Terminal, 'environment' | 'signal'>): Promise<DevCluster> {
  const config = await loadConfig({ env })
  const client = createClient(config, { fieldManager })
  try {
    await client.request({ path: '/version', signal, timeout: '10s' })
  } catch (error) {
    await client[Symbol.asyncDispose]()
    throw error
  }
  return { client, url: config.server, environment: {}, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() }
}
