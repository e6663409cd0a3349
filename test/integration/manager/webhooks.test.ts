import { createServer } from 'node:net'
import { recordedLog } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { ValidatingWebhookConfiguration } from '@kubewright/kubernetes/admissionregistration/v1'
import { createManager } from '@kubewright/manager'
import { type Cluster, startCluster } from '@kubewright/testing'
import { defineAdmission, problem } from '@kubewright/webhook'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from './managed.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const polite = defineAdmission({
  for: ConfigMap,
  name: 'polite.example.dev',
  validate: { create: ({ data }) => (data?.word === 'rude' ? [problem('data.word', 'is rude')] : []) },
})

function map(name: string, word: string) {
  return { metadata: { name, namespace: 'default' }, data: { word } }
}

describe('a manager with webhooks', () => {
  it('serves and installs them, reports them in readiness and metrics, and removes them on stop', async () => {
    await using cluster = await startCluster({ time: 'real' }) // TLS goes by the real clock
    const port = await freePort()
    const manager = managerOn(cluster, {
      controllers: [],
      health: { port: 0 },
      webhooks: {
        serve: [polite],
        port,
        host: '127.0.0.1',
        certificates: { secret: { name: 'operator-webhooks', namespace: 'default' } },
        installation: { name: 'operator', url: `https://127.0.0.1:${port}`, removeOnStop: true },
      },
    })
    {
      await using running = manager.start()
      await running.started
      await rest(cluster, manager)
      await expect(cluster.client.create(ConfigMap, map('a', 'rude'))).rejects.toThrow(/is rude/)
      await cluster.client.create(ConfigMap, map('b', 'kind'))
      const ready = await (await fetch(`${manager.endpoints.health}/readyz?verbose`)).text()
      expect(ready).toContain('[+]webhooks ok')
      const total = manager.metrics.collect().find(({ name }) => name === 'controller_runtime_webhook_requests_total')
      expect(total?.samples).toMatchObject([
        { labels: { code: '200' }, value: 2 },
        { labels: { code: '500' }, value: 0 },
      ])
    }
    expect((await cluster.client.list(ValidatingWebhookConfiguration)).items).toEqual([])
    await cluster.client.create(ConfigMap, map('a', 'rude'))
  })
  it.each([
    { problem: 'cannot be reached', fails: (cluster: Cluster) => cluster.faults.refuse({}) },
    { problem: 'answers 401', fails: (cluster: Cluster) => cluster.faults.fail({}, 401) },
  ])('fails with one error in the log if the cluster $problem', async ({ fails }) => {
    await using cluster = await startCluster({ time: 'real' })
    const errors: string[] = []
    const { log } = recordedLog(({ level, message }) => {
      if (level === 'error') errors.push(message)
    })
    const manager = createManager({
      client: cluster.clientFor({ retry: false }),
      controllers: [],
      permissions: 'skip',
      environment: {},
      log,
      webhooks: {
        serve: [polite],
        port: 0,
        certificates: { secret: { name: 'operator-webhooks', namespace: 'default' } },
        installation: { name: 'operator', url: 'https://127.0.0.1:1', removeOnStop: true },
      },
    })
    using _ = fails(cluster)
    await expect(manager.run(new AbortController().signal)).rejects.toThrow('Cannot list mutatingwebhookconfigurations')
    expect(errors).toEqual(['manager failed, stopping'])
  })
})
