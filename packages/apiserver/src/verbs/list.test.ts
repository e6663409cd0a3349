import { describe, expect, it } from 'vitest'
import { startServer } from '../testing/started-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const tokenAt = (revision: number) =>
  Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: '/a\0' })).toString('base64url')

describe('paged lists', () => {
  it('answer 504 to a continue token with a future resourceVersion', async () => {
    await using started = await startServer()
    const { status, body } = await started.send('GET', `${maps}?continue=${tokenAt(99_999)}`)
    expect([status, body.message]).toEqual([
      504,
      expect.stringContaining('Timeout: Too large resource version: 99999, current: '),
    ])
  })

  it('are consistent, and after 410 can continue with the current state', async () => {
    await using started = await startServer()
    const create = (name: string) => started.send('POST', maps, { metadata: { name } })
    for (const name of ['a', 'b', 'c']) await create(name)
    const { body: first } = await started.send('GET', `${maps}?limit=1`)
    await create('b2')
    const { body: second } = await started.send('GET', `${maps}?limit=1&continue=${first.metadata.continue}`)
    expect([second.items[0].metadata.name, second.metadata.remainingItemCount]).toEqual(['b', 1])
    started.server.faults.compact()
    const gone = await started.send('GET', `${maps}?limit=9&continue=${second.metadata.continue}`)
    expect([gone.status, gone.body.reason]).toEqual([410, 'Expired'])
    const { body: rest } = await started.send('GET', `${maps}?limit=9&continue=${gone.body.metadata.continue}`)
    expect(rest.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(['b2', 'c'])
  })
})
