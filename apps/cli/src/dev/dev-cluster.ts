/** The cluster an operator is developed on: one of its own, or one that is there already. */
import { resolve } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, loadConfig } from '@kubewright/client'
import { startSimulation } from '@kubewright/simulation'
import { writeKubeconfig } from '../cluster/kubeconfig-file.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Who writes what `kubewright dev` installs. */
const fieldManager = 'kubewright-dev'

export interface DevCluster extends AsyncDisposable {
  readonly client: Client
  /** `https://127.0.0.1:6443` */
  readonly url: string
  /** What the operator's environment has to say; nothing for a cluster it finds by itself. */
  readonly environment: Readonly<Record<string, string>>
  /** Where the kubeconfig of a cluster of its own was written, as it was asked for. */
  readonly kubeconfig?: string
}

export interface OwnClusterOptions {
  readonly port: number
  readonly kubeconfig: string
  readonly dataDir?: string
}

/** Lives as long as the command: operators come and go, objects stay. */
export async function startOwnCluster(options: OwnClusterOptions, { cwd }: Terminal): Promise<DevCluster> {
  const { port, kubeconfig, dataDir } = options
  const server = await startApiServer({
    listen: { host: '127.0.0.1', port },
    ...(dataDir === undefined ? {} : { dataDirectory: resolve(cwd, dataDir) }),
  })
  const client = createClient(server.transport(), { fieldManager, namespace: 'default' })
  const simulation = await startSimulation({ client })
  const end = async () => {
    await simulation[Symbol.asyncDispose]()
    await client[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  const { url } = server.endpoint!
  const path = resolve(cwd, kubeconfig)
  try {
    await writeKubeconfig(path, server.endpoint!.kubeconfig())
  } catch (error) {
    await end()
    throw error
  }
  return { client, url, kubeconfig, environment: { KUBECONFIG: path }, [Symbol.asyncDispose]: end }
}

/** Failure: whatever `loadConfig` fails with, and says. */
export async function joinCluster(): Promise<DevCluster> {
  const config = await loadConfig()
  const client = createClient(config, { fieldManager })
  return { client, url: config.server, environment: {}, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() }
}
