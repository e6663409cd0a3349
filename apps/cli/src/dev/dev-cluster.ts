/** The cluster an operator is developed on: one of its own, or one that is there already. */
import type { Client } from '@kubewright/client'
import { createClient, loadConfig } from '@kubewright/client'
import type { LocalClusterOptions } from '../cluster/local-cluster.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Who writes what `kubewright dev` installs. */
const fieldManager = 'kubewright-dev'

export interface DevCluster extends AsyncDisposable {
  readonly client: Client
  /** `https://127.0.0.1:6443` */
  readonly url: string
  /** What the operator's environment has to say; nothing for a cluster it finds by itself. */
  readonly environment: Readonly<Record<string, string>>
  /** Where the kubeconfig of a cluster of its own was written. */
  readonly kubeconfig?: string
}

/** Lives as long as the command: operators come and go, objects stay. Failure: as `startLocalCluster`. */
export async function startOwnCluster(options: LocalClusterOptions, terminal: Terminal): Promise<DevCluster> {
  const { kubeconfig } = options
  const { startLocalCluster } = await import('../cluster/local-cluster.ts') // not needed for a cluster that is there
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

/** Failure: whatever `loadConfig` fails with, and says; and that of a server that does not answer. */
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
