import { describe, expect, it } from 'vitest'
import { type StartedServer, startServer } from '../testing/started-server.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const widgets = '/apis/tests.example.com/v1/widgets'
const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }
const spec = { group: 'tests.example.com', scope: 'Cluster', names: { plural: 'widgets', kind: 'Widget' } }

async function define({ send }: StartedServer): Promise<void> {
  await send('POST', definitions, {
    metadata: { name: 'widgets.tests.example.com' },
    spec: { ...spec, versions: [version] },
  })
  while ((await send('GET', widgets)).status !== 200);
}

async function create({ send }: StartedServer, name: string): Promise<number> {
  const { body } = await send('POST', widgets, {
    apiVersion: 'tests.example.com/v1',
    kind: 'Widget',
    metadata: { name },
  })
  return Number(body.metadata.resourceVersion)
}

function change({ send }: StartedServer, body: object) {
  const headers = { 'content-type': 'application/merge-patch+json' }
  return send('PATCH', `${definitions}/widgets.tests.example.com`, body, headers)
}

describe('a watch on custom resources', () => {
  it('cannot resume from a resourceVersion before the CRD was established', async () => {
    await using server = await startServer()
    await define(server)
    using watch = await server.watch(`${widgets}?watch=1&resourceVersion=1`)
    expect([await watch.next(), await watch.next()]).toEqual(['ERROR 410', 'ended'])
  })

  it('resumes from a later resourceVersion, until the CRD changes how the resource is served', async () => {
    await using server = await startServer()
    await define(server)
    const revision = await create(server, 'a')
    await change(server, { metadata: { labels: { some: 'label' } } })
    await create(server, 'b')
    using resumed = await server.watch(`${widgets}?watch=1&resourceVersion=${revision}`)
    expect(await resumed.next()).toBe('ADDED b')
    const columns = [{ name: 'A', type: 'string', jsonPath: '.a' }]
    await change(server, { spec: { versions: [{ ...version, additionalPrinterColumns: columns }] } })
    using late = await server.watch(`${widgets}?watch=1&resourceVersion=${revision}`)
    expect([await late.next(), await late.next()]).toEqual(['ERROR 410', 'ended'])
  })
})
