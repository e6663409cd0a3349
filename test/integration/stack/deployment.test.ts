import { Deployment, Service } from '@kubewright/kubernetes'
import { stackController } from '@kubewright/stack'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { IotSnap, iotSnap, names, needs, root } from './iot-snap.ts'
import { long } from './running-stack.ts'

it('stack: deploys each component once its dependencies are ready', long, async () => {
  await using cluster = await startCluster({ resources: [IotSnap], simulation: true })
  await using _ = await cluster.run(stackController(iotSnap))
  await cluster.client.create(IotSnap, { metadata: root, spec: {} })
  await cluster.settle({ within: '60s' })

  const { items } = await cluster.client.list(Deployment, { namespace: 'default' })
  expect(items.map(({ metadata }) => metadata.name).toSorted()).toEqual(names.map((name) => `root-${name}`).toSorted())
  const { status } = await cluster.client.get(IotSnap, root)
  expect(status).toMatchObject({ phase: 'Running', plan: [] })
  const told = Object.entries(status?.components ?? {}).map(([name, one]) => [name, one.needs ?? []])
  expect(Object.fromEntries(told)).toEqual(needs)
  const { items: services } = await cluster.client.list(Service, { namespace: 'default' })
  expect(services.length).toBeGreaterThanOrEqual(7)
})
