import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCluster } from '@kubewright/testing'
import { CloudRedis, cloudRedises, LocalCloud, startStandInRedis } from 'example-cloud-redis'
import { AcmeService, acmeServices } from 'example-cohosted'
import { hubAt, LightBulb, LightBulbColor, lightBulbs, startSimulatedHub } from 'example-lightbulb'
import { Pod } from 'kubewright/kubernetes'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

const resources = [LightBulb, LightBulbColor, CloudRedis, AcmeService]
const checkout = { name: 'checkout', namespace: 'default' }

it('npm start: the sample objects become ready with all operators in one process', async () => {
  await using cluster = await startCluster({ resources, simulation: true })
  await using house = await startSimulatedHub(() => undefined)
  await using cloud = new LocalCloud({ clock: cluster.clock, start: startStandInRedis })
  await using running = await cluster.run(lightBulbs(hubAt(house.url)), cloudRedises(cloud), acmeServices)

  const samples = await readFile(join(import.meta.dirname, 'samples.yaml'), 'utf8')
  for (const document of parseAllDocuments(samples)) {
    const { apiVersion, kind, ...object } = document.toJS() as { apiVersion: string; kind: string }
    await cluster.client.create(await cluster.client.discover({ apiVersion, kind }), object as never)
  }
  await cluster.settle({ patience: '10s' })

  const bulbs = await cluster.client.list(LightBulb, { namespace: 'default' })
  expect(bulbs.items.map(({ metadata, status }) => `${metadata.name} ${status?.shining}`)).toEqual([
    'hall true',
    'kitchen true',
  ])
  expect((await cluster.client.get(CloudRedis, checkout)).status?.state).toBe('READY')
  const pods = await cluster.client.list(Pod, { namespace: 'default' })
  expect(pods.items.map(({ status }) => status?.phase)).toEqual(['Running', 'Running'])
  expect((await cluster.client.get(AcmeService, checkout)).status?.conditions).toMatchObject([
    { type: 'Ready', status: 'True' },
  ])
  expect(running.history().filter(({ result }) => result.type === 'error')).toEqual([])
})
