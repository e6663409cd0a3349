import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { blogRef, Website, website } from '../testing/kinds.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'

function setup() {
  const server = new ScriptedServer({ '*': () => ({ body: website() }) })
  return { server, client: createClient(server, { fieldManager: 'test-operator' }) }
}

const input = { metadata: blogRef, spec: { image: 'nginx:1' } }

/** Values that untyped JavaScript or external data may contain. */
const notBooleans: readonly unknown[] = ['All', ['All'], 'true', 1, 0, null, '', {}]

describe('dryRun, force and overwrite', () => {
  it.each(notBooleans)('dryRun of %j is rejected by every writing verb', async (value) => {
    const { client, server } = setup()
    const options = { dryRun: value as boolean }
    const calls = [
      () => client.create(Website, input, options),
      () => client.update(Website, website(), options),
      () => client.patch(Website, blogRef, { spec: { replicas: 2 } }, options),
      () => client.apply(Website, input, options),
      () => client.delete(Website, blogRef, options),
      () => client.deleteCollection(Website, { namespace: 'default', labels: 'a=b', ...options }),
      () => client.status.patch(Website, blogRef, { status: { url: 'a' } }, options),
      () => client.scale.update(Website, blogRef, { spec: { replicas: 2 } }, { ...options, overwrite: true }),
      () => client.metadata.delete(Website, blogRef, options),
      () => client.subresource(Website, 'approval').create(blogRef, input, options),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'KW_CLIENT_OPTION' })
    expect(server.requests).toEqual([])
  })

  it('an invalid value is reported with the option and a valid value', async () => {
    const { client } = setup()
    await expect(client.delete(Website, blogRef, { dryRun: 'All' as unknown as boolean })).rejects.toThrow(
      'Cannot delete websites.web.example.dev default/blog: the option dryRun is "All", not true or false. Pass { dryRun: true }.',
    )
  })

  it.each(notBooleans)('force and overwrite of %j are rejected', async (value) => {
    const { client, server } = setup()
    const flag = value as boolean
    const code = 'KW_CLIENT_OPTION'
    await expect(client.apply(Website, input, { force: flag })).rejects.toMatchObject({ code })
    await expect(client.update(Website, input, { overwrite: flag })).rejects.toMatchObject({ code })
    expect(server.requests).toEqual([])
  })

  it('false and undefined count as unset', async () => {
    const { client, server } = setup()
    await client.apply(Website, input, { dryRun: false, force: undefined })
    await client.delete(Website, blogRef, { dryRun: undefined, preconditions: undefined })
    expect(server.requests.map(({ query }) => query)).toEqual([
      { fieldManager: 'test-operator', fieldValidation: 'Ignore' },
      {},
    ])
    expect(server.requests[1]!.body).toEqual({ apiVersion: 'v1', kind: 'DeleteOptions' })
  })
})

describe('delete preconditions', () => {
  const refused: { name: string; preconditions: unknown; says: string }[] = [
    { name: 'an undefined uid', preconditions: { uid: undefined }, says: 'the precondition uid is undefined' },
    {
      name: 'an undefined resourceVersion',
      preconditions: { uid: 'a', resourceVersion: undefined },
      says: 'the precondition resourceVersion is undefined',
    },
    { name: 'a null uid', preconditions: { uid: null }, says: 'the precondition uid is null' },
    { name: 'an empty uid', preconditions: { uid: '' }, says: 'the precondition uid is ""' },
    {
      name: 'a number as resourceVersion',
      preconditions: { resourceVersion: 5 },
      says: 'the precondition resourceVersion is 5',
    },
    { name: 'an unknown precondition', preconditions: { uuid: 'a' }, says: 'the precondition uuid is unknown' },
    { name: 'no precondition', preconditions: {}, says: 'the option preconditions is empty' },
    { name: 'null instead of an object', preconditions: null, says: 'the option preconditions is null' },
  ]
  it.each(refused)('with $name are rejected instead of ignored', async ({ preconditions, says }) => {
    const { client, server } = setup()
    const options = { preconditions } as { preconditions: { uid: string } }
    await expect(client.delete(Website, blogRef, options)).rejects.toMatchObject({
      code: 'KW_CLIENT_OPTION',
      message: expect.stringContaining(says),
    })
    expect(server.requests).toEqual([])
  })

  it('are sent unchanged', async () => {
    const { client, server } = setup()
    await client.delete(Website, blogRef, { preconditions: { uid: 'uid-blog', resourceVersion: '5' } })
    expect(server.requests[0]!.body).toMatchObject({ preconditions: { uid: 'uid-blog', resourceVersion: '5' } })
  })
})

describe('a misspelt option of a verb that selects objects', () => {
  const misspelt = { namespce: 'default' } as object

  it('is rejected before anything is sent: it would select everything', async () => {
    const { client, server } = setup()
    const calls = [
      async () => client.list(Website, misspelt),
      async () => client.metadata.list(Website, misspelt),
      async () => {
        for await (const _ of client.watch(Website, misspelt));
      },
      async () => client.deleteCollection(Website, { labels: 'a=b', ...misspelt }),
    ]
    const says = 'there is no option namespce. Did you mean namespace?'
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'KW_CLIENT_OPTION',
        message: expect.stringContaining(says) as string,
      })
    }
    expect(server.requests).toEqual([])
  })

  it('is named with the options there are, if none is similar', async () => {
    const { client } = setup()
    await expect((async () => client.list(Website, { where: 'default' } as object))()).rejects.toThrow(
      /there is no option where\. Pass signal, timeout, .*, fields\./,
    )
  })

  it('counts as unset while it is undefined', async () => {
    const { client, server } = setup()
    await client.list(Website, { namespce: undefined } as object).catch(() => undefined)
    expect(server.requests).toHaveLength(1)
  })
})
