import { startApiServer } from '@kubewright/apiserver'
import { type Client, createClient } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import { Secret, CustomResourceDefinition } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CachedLists } from './cached-lists.ts'

const secrets = '/api/v1/secrets'

async function started() {
  const server = await startApiServer()
  const transport = server.transport() as Transport
  const asked: string[] = []
  const counting: Transport = { ...transport, send: (request) => (asked.push(request.path), transport.send(request)) }
  const client = createClient(transport, { namespace: 'default' })
  const end = async () => {
    await client[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  return { asked, client, lists: new CachedLists(server, counting), [Symbol.asyncDispose]: end }
}

function make(client: Client, name: string) {
  return client.create(Secret, { metadata: { name }, stringData: { title: 'one' } })
}

describe('KeptLists', () => {
  it('lists again only after a change', async () => {
    await using given = await started()
    const { asked, client, lists } = given
    const names = async () => (await lists.list(secrets)).items.map(({ metadata }) => metadata.name)
    await make(client, 'one')
    expect([await names(), await names(), asked.length]).toEqual([['one'], ['one'], 1])
    await make(client, 'two')
    expect([await names(), asked.length]).toEqual([['one', 'two'], 2])
    await client.delete(Secret, { name: 'one' })
    expect([await names(), asked.length]).toEqual([['two'], 3])
  })

  it('returns copies that callers may change', async () => {
    await using given = await started()
    const { client, lists } = given
    await make(client, 'one')
    const [first] = (await lists.fresh(secrets)).items
    Object.assign(first!.metadata, { name: 'other' })
    expect((await lists.fresh(secrets)).items[0]!.metadata.name).toBe('one')
    expect((await lists.list(secrets)).items[0]!.metadata.name).toBe('one')
  })

  it('includes a kind that is installed later', async () => {
    await using given = await started()
    const { client, lists } = given
    const Site = defineResource({
      group: 'web.example.dev',
      version: 'v1',
      kind: 'Site',
      scope: 'Namespaced',
      spec: z.object({ title: z.string() }),
    })
    const sites = '/apis/web.example.dev/v1/sites'
    expect((await lists.list(sites)).kind).toBe('')
    await client.create(CustomResourceDefinition, Site.crd())
    await client.waitFor(
      CustomResourceDefinition,
      { name: 'sites.web.example.dev' },
      ({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') === true,
    )
    expect((await lists.list(sites)).kind).toBe('Site')
  })
})
