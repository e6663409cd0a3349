import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { blogRef, Website, website } from '../testing/kinds.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'

function setup() {
  const server = new ScriptedServer({ '*': () => ({ body: website() }) })
  return { server, client: createClient(server, { fieldManager: 'test-operator' }) }
}

const input = { metadata: blogRef, spec: { image: 'nginx:1' } }

/** What JavaScript, or data from elsewhere, may hand over. */
const notBooleans: readonly unknown[] = ['All', ['All'], 'true', 1, 0, null, '', {}]

describe('an option that keeps a write from doing harm', () => {
  it.each(notBooleans)('refuses %j as dryRun on every verb that writes', async (value) => {
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

  it('says which option, and what to pass', async () => {
    const { client } = setup()
    await expect(client.delete(Website, blogRef, { dryRun: 'All' as unknown as boolean })).rejects.toThrow(
      'Cannot delete websites.web.example.dev default/blog: the option dryRun is "All", not true or false. Pass { dryRun: true }.',
    )
  })

  it.each(notBooleans)('refuses %j as force and as overwrite', async (value) => {
    const { client, server } = setup()
    const flag = value as boolean
    const code = 'KW_CLIENT_OPTION'
    await expect(client.apply(Website, input, { force: flag })).rejects.toMatchObject({ code })
    await expect(client.update(Website, input, { overwrite: flag })).rejects.toMatchObject({ code })
    expect(server.requests).toEqual([])
  })

  it('takes false and undefined for "no"', async () => {
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

describe('preconditions', () => {
  const refused: { name: string; preconditions: unknown; says: string }[] = [
    { name: 'an undefined uid', preconditions: { uid: undefined }, says: 'the precondition uid is undefined' },
    {
      name: 'an undefined version beside a uid',
      preconditions: { uid: 'a', resourceVersion: undefined },
      says: 'the precondition resourceVersion is undefined',
    },
    { name: 'a null', preconditions: { uid: null }, says: 'the precondition uid is null' },
    { name: 'an empty text', preconditions: { uid: '' }, says: 'the precondition uid is ""' },
    { name: 'a number', preconditions: { resourceVersion: 5 }, says: 'the precondition resourceVersion is 5' },
    { name: 'a misspelled one', preconditions: { uuid: 'a' }, says: 'there is no precondition uuid' },
    { name: 'none', preconditions: {}, says: 'the option preconditions holds none' },
    { name: 'no object', preconditions: null, says: 'the option preconditions is null' },
  ]
  it.each(refused)('refuse $name instead of deleting without it', async ({ preconditions, says }) => {
    const { client, server } = setup()
    const options = { preconditions } as { preconditions: { uid: string } }
    await expect(client.delete(Website, blogRef, options)).rejects.toMatchObject({
      code: 'KW_CLIENT_OPTION',
      message: expect.stringContaining(says),
    })
    expect(server.requests).toEqual([])
  })

  it('travel as they are', async () => {
    const { client, server } = setup()
    await client.delete(Website, blogRef, { preconditions: { uid: 'uid-blog', resourceVersion: '5' } })
    expect(server.requests[0]!.body).toMatchObject({ preconditions: { uid: 'uid-blog', resourceVersion: '5' } })
  })
})
