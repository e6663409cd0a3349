import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../../testing/started-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ metadata: { name } })

let dataDirectory: string
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'kubewright-kept-'))
})
afterEach(() => rm(dataDirectory, { recursive: true }))

describe('a server with a data directory', { timeout: 30_000 }, () => {
  it('keeps objects, revisions, tokens and CA over a restart', async () => {
    const first = await startServer({ dataDirectory, listen: {} })
    const created = await first.send('POST', maps, map('a'))
    await first.send('POST', '/api/v1/namespaces/default/serviceaccounts', map('robot'))
    const order = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
    const ticket = await first.send('POST', '/api/v1/namespaces/default/serviceaccounts/robot/token', order)
    const { token } = ticket.body.status
    const { authority } = first.server.endpoint!
    await first[Symbol.asyncDispose]()

    await using second = await startServer({ dataDirectory, listen: {} })
    expect((await second.send('GET', `${maps}/a`)).body).toEqual(created.body)
    expect(second.server.endpoint!.authority).toBe(authority)
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } }
    const answer = await second.send('POST', '/apis/authentication.k8s.io/v1/tokenreviews', review)
    expect(answer.body.status.user.username).toBe('system:serviceaccount:default:robot')
    const next = await second.send('POST', maps, map('b'))
    expect(Number(next.body.metadata.resourceVersion)).toBeGreaterThan(Number(created.body.metadata.resourceVersion))
  })

  it('answers 410 to watches from before its restart', async () => {
    const first = await startServer({ dataDirectory })
    const { resourceVersion } = (await first.send('POST', maps, map('a'))).body.metadata
    await first.send('POST', maps, map('b'))
    await first[Symbol.asyncDispose]()

    await using second = await startServer({ dataDirectory })
    using old = await second.watch(`${maps}?watch=1&resourceVersion=${resourceVersion}`)
    expect(await old.next()).toBe('ERROR 410')
    const list = await second.send('GET', maps)
    using watch = await second.watch(`${maps}?watch=1&resourceVersion=${list.body.metadata.resourceVersion}`)
    await second.send('POST', maps, map('c'))
    expect(await watch.next()).toBe('ADDED c')
  })

  it('shows each object once to a watch that starts during a write', async () => {
    await using started = await startServer({ dataDirectory })
    for (let gap = 0; gap < 120; gap += 4) {
      const writing = started.send('POST', maps, map(`early-${gap}`))
      for (let turn = 0; turn < gap; turn++) await Promise.resolve()
      using watch = await started.watch(`${maps}?watch=1`)
      await writing
      await started.send('POST', maps, map(`late-${gap}`))
      const events: string[] = []
      while (events.at(-1) !== `ADDED late-${gap}`) events.push(await watch.next())
      expect(events.toSorted()).toEqual([...new Set(events)].toSorted())
    }
  })

  it('returns the stored object for a write, and notifies watches', async () => {
    await using started = await startServer({ dataDirectory })
    using watch = await started.watch(`${maps}?watch=1`)
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => started.send('POST', maps, map(name))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const events = new Set([await watch.next(), await watch.next(), await watch.next()])
    expect(events).toEqual(new Set(['ADDED a', 'ADDED b', 'ADDED c']))
    const conflicts = await Promise.all(
      ['x', 'y'].map((value) =>
        started.send('PATCH', `${maps}/a`, { data: { value } }, { 'content-type': 'application/merge-patch+json' }),
      ),
    )
    expect(conflicts.map(({ status }) => status)).toEqual([200, 200])
    expect((await started.send('GET', `${maps}/a`)).body).toEqual(conflicts[1]!.body)
  })

  it('reports a directory that another server has locked', async () => {
    await using _ = await startServer({ dataDirectory })
    await expect(startServer({ dataDirectory })).rejects.toMatchObject({ code: 'KW_STORAGE_LOCKED' })
  })
})
