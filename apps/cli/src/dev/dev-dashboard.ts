/** The dashboard of `kubewright dev`. It lives as long as the cluster, across restarts of the operator. */
import { basename, dirname } from 'node:path'
import { isKubewrightError } from '@kubewright/core'
import type { AllowedAction, Dashboard, RemoteOperator } from '@kubewright/dashboard'
import type { ExplorationSource } from '@kubewright/dashboard/exploration'
import type { DevCluster } from './dev-cluster.ts'

export interface DevDashboard extends Dashboard {
  readonly operator: RemoteOperator
}

export interface DevDashboardOptions {
  readonly cluster: DevCluster
  readonly configPath: string
  readonly explorations: ExplorationSource
  /** The requested port. `undefined` prefers the default and falls back to any free port. */
  readonly port: number | undefined
}

/** A local cluster allows every action from the page. An existing cluster is read-only, apart from triggering reconciles. */
const everything: readonly AllowedAction[] = ['reconcile', 'pause', 'edit', 'secrets', 'explore']
const lookOnly: readonly AllowedAction[] = ['reconcile']

/** Failure: `KW_DASHBOARD_PORT` if the requested port cannot be opened. */
export async function startDevDashboard({
  cluster,
  configPath,
  explorations,
  port,
}: DevDashboardOptions): Promise<DevDashboard> {
  const { defaultPort, RemoteOperator: Remote, startDashboard } = await import('@kubewright/dashboard')
  const operator = new Remote()
  const isOwn = cluster.kubeconfig !== undefined
  const options = {
    operator,
    client: cluster.client,
    explorations,
    access: 'open',
    tools: true,
    allow: isOwn ? everything : lookOnly,
    name: basename(dirname(configPath)),
  } as const
  const start = (at: number) => startDashboard({ ...options, port: at })
  const served = await start(port ?? defaultPort).catch((error: unknown) => {
    if (port !== undefined || !isKubewrightError(error, 'KW_DASHBOARD_PORT')) throw error
    return start(0)
  })
  return { url: served.url, operator, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() }
}
