/** Paginated lists across a compaction. Needs a dedicated server, whose history may be lost. */
import { type Client, createClient, isExpired } from '@kubewright/client'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { failureOf } from './client.ts'
import { useForgetfulServer } from './server.ts'

const server = useForgetfulServer()

async function openFilledClient(): Promise<Client> {
  const { url, ca, token } = server()
  const client = createClient({ server: url, ca, token }, { fieldManager: 'conformance', namespace: 'default' })
  for (const name of ['a', 'b', 'c']) await client.apply(ConfigMap, { metadata: { name } })
  return client
}

describe('paginated list whose continue token expired by compaction', () => {
  const selection = { namespace: 'default', limit: 1 }

  it('fails with isExpired when iterated', async () => {
    await using client = await openFilledClient()
    const seen: string[] = []
    const iterate = async () => {
      for await (const { metadata } of client.list(ConfigMap, selection)) {
        seen.push(metadata.name)
        await compact(client)
      }
    }
    const failure = await failureOf(iterate())
    expect(isExpired(failure)).toBe(true)
    expect(seen).toEqual(['a'])
  })

  it('continues with the token of the error, without consistency', async () => {
    await using client = await openFilledClient()
    const pages = client.list(ConfigMap, selection).pages()
    const { value: first } = await pages.next()
    await pages.return()
    await compact(client)
    const failure = await failureOf(client.list(ConfigMap, { ...selection, continue: first!.metadata.continue! }))
    const { details } = failure as { details: { continue?: string } }
    const rest = await client.list(ConfigMap, { ...selection, continue: details.continue! })
    expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c'])
  })
})

/** Compacts the history up to a new write. */
async function compact(client: Client): Promise<void> {
  const { metadata } = await client.create(ConfigMap, {
    metadata: { generateName: 'newer-', namespace: 'kube-public' },
  })
  await server().forget(metadata.resourceVersion)
}
