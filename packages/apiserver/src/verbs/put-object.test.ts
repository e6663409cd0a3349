import { describe, expect, it } from 'vitest'
import { type StartedServer, startServer } from '../testing/started-server.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const things = '/apis/big.example.dev/v1/anythings'
const core = '/api/v1/namespaces/default'
const tooLarge = [500, 'etcdserver: request is too large']

/** A server with a custom kind that may hold anything. */
async function start(): Promise<StartedServer> {
  const started = await startServer()
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const versions = [{ name: 'v1', served: true, storage: true, schema }]
  const spec = {
    group: 'big.example.dev',
    scope: 'Cluster',
    names: { plural: 'anythings', kind: 'Anything' },
    versions,
  }
  await started.send('POST', definitions, { metadata: { name: 'anythings.big.example.dev' }, spec })
  while ((await started.send('GET', things)).status !== 200);
  return started
}

const thing = (name: string, size: number) => ({
  apiVersion: 'big.example.dev/v1',
  kind: 'Anything',
  metadata: { name },
  blob: 'x'.repeat(size),
})

const said = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message]

// The sizes are the limits of kube-apiserver.
describe('the size limit of stored objects', () => {
  it.each([
    { size: 1_572_542, says: [201, undefined] },
    { size: 1_572_543, says: tooLarge },
    { size: 2_096_847, says: tooLarge },
    {
      size: 2_096_848,
      says: [
        500,
        'rpc error: code = ResourceExhausted desc = trying to send message larger than max (2097153 vs. 2097152)',
      ],
    },
    { size: 3_145_728, says: [413, 'Request entity too large: limit is 3145728'] },
  ])('is enforced as in etcd: $size bytes', async ({ size, says }) => {
    await using started = await start()
    expect(said(await started.send('POST', things, thing('s000015', size)))).toEqual(says)
  })

  it('makes an update drop managedFields before it is refused, but not an apply', async () => {
    await using started = await start()
    const { send } = started
    const patch = (type: string, body: object) =>
      send(
        'PATCH',
        `${things}/a?fieldManager=m&force=true`.replace(type === 'merge-patch+json' ? '&force=true' : '', ''),
        body,
        {
          'content-type': `application/${type}`,
        },
      )
    await send('POST', things, thing('a', 1))
    const big = { blob: 'x'.repeat(1_572_450) }
    expect(said(await patch('apply-patch+yaml', { ...thing('a', 1), ...big }))).toEqual(tooLarge)
    const kept = await patch('merge-patch+json', { blob: 'x'.repeat(1_000_000) })
    expect([kept.status, kept.body.metadata.managedFields !== undefined]).toEqual([200, true])
    const stripped = await patch('merge-patch+json', big)
    expect([stripped.status, stripped.body.metadata.managedFields]).toEqual([200, undefined])
    expect(said(await patch('merge-patch+json', { blob: 'x'.repeat(1_600_000) }))).toEqual(tooLarge)
    expect((await send('GET', `${things}/a`)).body.blob).toHaveLength(1_572_450)
  })

  it('applies to the storage encoding, which is protobuf for built-in kinds', async () => {
    await using started = await startServer()
    const { send } = started
    const lines = { metadata: { name: 'lines' }, data: { a: '\n'.repeat(1_048_000) } }
    expect((await send('POST', `${core}/configmaps`, lines)).status).toBe(201)
    const metadata = { name: 'secret', annotations: { a: 'x'.repeat(262_000) } }
    const secret = { metadata, data: { a: Buffer.alloc(1_048_570).toString('base64') } }
    expect((await send('POST', `${core}/secrets`, secret)).status).toBe(201)
    const env = [{ name: 'A', value: 'x'.repeat(1_600_000) }]
    const template = { spec: { containers: [{ name: 'a', image: 'a', env }] } }
    const podTemplate = { metadata: { name: 'large' }, template }
    expect(said(await send('POST', `${core}/podtemplates`, podTemplate))).toEqual(tooLarge)
    expect((await send('POST', `${core}/podtemplates?dryRun=All`, podTemplate)).status).toBe(201)
  })
})
