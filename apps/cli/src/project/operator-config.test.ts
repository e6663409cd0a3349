import { startApiServer } from '@kubewright/apiserver'
import { silentLogger } from '@kubewright/core'
import { alone } from '@kubewright/lease'
import { createManager } from '@kubewright/manager'
import { expect, it } from 'vitest'
import { defineConfig, type OperatorConfig } from './operator-config.ts'

/** Every key of the type: the compiler reports a missing one. */
const everything: Required<OperatorConfig> = {
  name: 'shop',
  namespace: 'shop-system',
  image: 'shop:1',
  resources: [],
  controllers: [],
  runnables: [],
  webhooks: { serve: [], certificates: '/certificates' },
  coordination: alone(),
  health: { port: 8081 },
  metrics: { port: 8080 },
  cache: {},
  clusters: {},
  grants: [],
  deployment: { replicas: 2 },
}

it('createManager accepts every key of an operator configuration, as main.ts passes it', async () => {
  await using server = await startApiServer()
  const options = { ...defineConfig(everything), controllers: [], environment: {}, log: silentLogger }
  expect(() => createManager({ connection: server.transport(), ...options })).not.toThrow()
})
