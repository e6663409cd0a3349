import { Deployment, Service } from '@kubewright/kubernetes'
import { expect, it } from 'vitest'
import { IotSnap, namespace, root } from './iot-snap.ts'
import { long, startStack } from './running-stack.ts'

it('stack: does not rewrite status repeatedly while the server refuses a workload', long, async () => {
  await using stack = await startStack()
  const refusal = stack.cluster.faults.fail({ verb: 'apply', kind: Deployment, name: 'root-gui' }, 500)
  await stack.client.delete(Deployment, { name: 'root-gui', namespace })
  await stack.rest()
  await stack.wait('5m')
  const { metadata } = await stack.object()
  await stack.wait('20m')
  expect((await stack.object()).metadata.resourceVersion).toBe(metadata.resourceVersion)

  refusal[Symbol.dispose]()
  await stack.wait('20m')
  const { status } = await stack.object()
  expect(status).toMatchObject({ phase: 'Running', plan: [] })
  // The refusal lasted longer than the start timeout, but is no failed start.
  expect(status?.components?.['gui']).not.toHaveProperty('replacements')
})

it('stack: repairs unrelated components while one cannot be applied and another is not ready', long, async () => {
  await using stack = await startStack()
  const { client } = stack
  using _ = stack.cluster.faults.fail({ verb: 'apply', kind: Service, name: 'root-postgres' }, 422)
  await client.delete(Service, { name: 'root-postgres', namespace })
  await stack.crash('minio')
  await client.delete(Service, { name: 'root-mongo', namespace })
  await client.delete(Service, { name: 'root-gui', namespace })
  await client.patch(Deployment, { name: 'root-agentkeeper', namespace }, { spec: { replicas: 0 } })
  await stack.wait('10s')
  const { items } = await client.list(Service, { namespace })
  const names = items.map(({ metadata }) => metadata.name)
  expect(names).toEqual(expect.arrayContaining(['root-mongo', 'root-gui']))
  expect(names).not.toContain('root-postgres')
  expect((await stack.deployment('agentkeeper')).spec.replicas).toBe(1)
  expect((await client.get(IotSnap, root)).status?.components?.['minio']).toMatchObject({ phase: 'crashed' })
})
