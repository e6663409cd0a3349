/** An in-process API server with an operator and a dashboard, for stories that need a specific state. */
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { startDashboard, type DashboardOptions } from '@kubewright/dashboard'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager, type Manager } from '@kubewright/manager'

export interface TestCluster extends AsyncDisposable {
  readonly server: ApiServer
  readonly client: Client
  readonly manager: Manager
  dashboard(options?: Partial<DashboardOptions>): ReturnType<typeof startDashboard>
}

/** The operator fails for ConfigMaps that request it, with the text they give. */
export async function startTestCluster(): Promise<TestCluster> {
  const server = await startApiServer({})
  const client = createClient(server.transport(), { fieldManager: 'stories', namespace: 'default' })
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { labels: 'app=stories' },
    async reconcile({ data }) {
      if (data?.['fails'] !== undefined) throw new Error(data['fails'])
      return done()
    },
  })
  const manager = createManager({
    client,
    controllers: [maps],
    log: silentLogger,
    permissions: 'skip',
    environment: {},
  })
  const running = manager.start()
  await running.started
  return {
    server,
    client,
    manager,
    dashboard: (options = {}) => startDashboard({ manager, port: 0, access: 'open', name: 'stories', ...options }),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
