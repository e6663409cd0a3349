import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startCluster } from './start-cluster.ts'

const Website = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({ domain: z.string() }),
})
const websites = defineController({ name: 'websites', for: Website, owns: [ConfigMap], reconcile: async () => done() })

it('a controller whose custom resource is not installed fails to start, with the kind and the remedy', async () => {
  await using cluster = await startCluster()
  await expect(cluster.run(websites)).rejects.toMatchObject({
    code: 'KW_TESTING_NOT_STARTED',
    message: expect.stringMatching(/resources: \[Website\][\s\S]*websites\.web\.example\.com: /) as string,
  })
})

it('a watch that fails at first is retried while the test advances virtual time', async () => {
  await using cluster = await startCluster({ resources: [Website] })
  cluster.faults.failNext('list', Website, 500)
  cluster.faults.failNext('watch', Website, 500)
  const starting = cluster.run(websites)
  await cluster.advance('1m')
  await using run = await starting
  expect(run.manager.state.controllers).toMatchObject([{ name: 'websites', isWarm: true }])
})
