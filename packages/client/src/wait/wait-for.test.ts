import { seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { blogRef, Website, website } from '../testing/kinds.ts'
import { connectionLost, failure, type ScriptedAnswer } from '../scripted/scripted-answer.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { ScriptedStream } from '../scripted/scripted-stream.ts'
import { complete, deleted, ready } from './wait-condition.ts'

const withReady = (status: string, version = '6', more: Partial<Website> = {}) =>
  website('blog', version, { status: { conditions: [{ type: 'Ready', status, reason: 'Because' }] }, ...more })

/** A server with one object; each list and watch takes the next answer, and the last one repeats. */
function setup(
  lists: readonly (Website | undefined | ScriptedAnswer | Error)[],
  watches: readonly (ScriptedStream | ScriptedAnswer)[] = [],
) {
  const clock = new VirtualClock()
  const counts = { list: 0, watch: 0 }
  const server = new ScriptedServer({
    '*': ({ query }) => {
      if (query.watch === 'true') {
        const answer = watches[Math.min(counts.watch++, watches.length - 1)] ?? new ScriptedStream()
        return answer instanceof ScriptedStream ? { stream: answer } : answer
      }
      const answer = lists[Math.min(counts.list++, lists.length - 1)]
      if (answer instanceof Error) throw answer
      if (answer !== undefined && !('kind' in answer)) return answer
      return { body: { metadata: { resourceVersion: '50' }, items: answer === undefined ? [] : [answer] } }
    },
  })
  return { clock, server, client: createClient(server, { clock, random: seededRandom(1), retry: false }) }
}

describe('client.waitFor', () => {
  it('returns at once if the object meets the condition', async () => {
    const { client, server, clock } = setup([withReady('True')])
    expect(await client.waitFor(Website, blogRef, ready)).toEqual(withReady('True'))
    expect(server.lines).toEqual([
      'GET /apis/web.example.dev/v1alpha1/namespaces/default/websites?fieldSelector=metadata.name%3Dblog&limit=500',
    ])
    expect(clock.pending).toEqual([])
  })

  it('watches from the resourceVersion of its list', async () => {
    const stream = new ScriptedStream()
    const { client, server, clock } = setup([website()], [stream])
    const wait = client.waitFor(Website, blogRef, ready)
    await clock.advance('1s')
    stream.event('MODIFIED', withReady('False'))
    stream.event('BOOKMARK', { metadata: { resourceVersion: '60' } })
    stream.event('MODIFIED', withReady('True', '7'))
    expect(await wait).toEqual(withReady('True', '7'))
    expect(server.requests[1]!.query).toMatchObject({
      watch: 'true',
      resourceVersion: '50',
      fieldSelector: 'metadata.name=blog',
    })
    expect(stream.isClosed).toBe(true)
    expect(clock.pending).toEqual([])
  })

  it('waits for an object that does not exist yet or is recreated', async () => {
    const stream = new ScriptedStream()
    const { client, clock } = setup([undefined], [stream])
    const wait = client.waitFor(Website, blogRef, ready)
    await clock.advance('1s')
    stream.event('ADDED', website())
    stream.event('DELETED', website())
    stream.event('ADDED', withReady('True'))
    expect(await wait).toEqual(withReady('True'))
  })

  it('accepts a function as condition', async () => {
    const { client } = setup([website()])
    expect(await client.waitFor(Website, blogRef, (site) => site.spec.replicas === 1)).toEqual(website())
  })

  it('relists after the watch ends, expires or breaks', async () => {
    const ended = new ScriptedStream()
    ended.end()
    const broken = new ScriptedStream()
    broken.fail(connectionLost())
    const watches = [ended, failure(410, 'Expired', 'too old'), broken, failure(503, 'ServiceUnavailable', 'x')]
    const { client, clock, server } = setup(
      [website(), website(), connectionLost(), website(), website(), withReady('True')],
      watches,
    )
    const wait = client.waitFor(Website, blogRef, ready)
    await clock.advance('20s')
    expect(await wait).toEqual(withReady('True'))
    expect(server.requests.map(({ query }) => (query.watch === 'true' ? 'watch' : 'list'))).toEqual([
      'list',
      'watch',
      'list',
      'watch',
      'list',
      'list',
      'watch',
      'list',
      'watch',
      'list',
    ])
    expect(clock.pending).toEqual([])
  })

  it('does not retry in a hot loop when every watch ends at once', async () => {
    const ended = new ScriptedStream()
    ended.end()
    const { client, clock, server } = setup([website()], [ended])
    const wait = client.waitFor(Website, blogRef, ready, { timeout: '10s' })
    wait.catch(() => {})
    await clock.advance('10s')
    await expect(wait).rejects.toMatchObject({ code: 'KW_CLIENT_WAIT_TIMEOUT' })
    expect(server.requests.length).toBeLessThan(20)
  })

  it('reports the last observed state on timeout', async () => {
    const { client, clock } = setup([withReady('False')])
    const wait = client.waitFor(Website, blogRef, ready, { timeout: '1m' })
    wait.catch(() => {})
    await clock.advance('59s')
    expect(clock.pending.length).toBeGreaterThan(0)
    await clock.advance('1s')
    await expect(wait).rejects.toMatchObject({
      code: 'KW_CLIENT_WAIT_TIMEOUT',
      message:
        "Cannot wait until websites.web.example.dev default/blog is ready: the condition was not met after 1m; last observed: Ready=False (Because). Check its conditions and events, or wait longer: { timeout: '5m' }.",
    })
    expect(clock.pending).toEqual([])
  })

  it('reports the last failed attempt on timeout, unless a later attempt succeeded', async () => {
    const refused = { status: 503, body: 'no watches today' }
    const { client, clock } = setup([website()], [refused])
    const wait = client.waitFor(Website, blogRef, ready, { timeout: '10s' })
    wait.catch(() => {})
    await clock.advance('10s')
    await expect(wait).rejects.toThrow(
      /last observed: .*; the last attempt failed: Cannot watch .* the server answered 503: no watches today\. Retry with back-off\. Check its/,
    )

    const stream = new ScriptedStream()
    stream.event('MODIFIED', website())
    const later = setup([website()], [refused, stream])
    const again = later.client.waitFor(Website, blogRef, ready, { timeout: '10s' })
    again.catch(() => {})
    await later.clock.advance('10s')
    await expect(again).rejects.toMatchObject({
      code: 'KW_CLIENT_WAIT_TIMEOUT',
      message: expect.not.stringContaining('the last look'),
    })
  })

  it('reports on timeout that the server never responded', async () => {
    const { client, clock } = setup([connectionLost()])
    const wait = client.waitFor(Website, blogRef, ready)
    wait.catch(() => {})
    await clock.advance('30s')
    await expect(wait).rejects.toThrow('last observed: nothing, because the server has not responded')
  })

  it('fails at once when the object reaches another final state', async () => {
    const failed = website('blog', '6', {
      status: { conditions: [{ type: 'Failed', status: 'True', message: 'broken' }] },
    })
    const { client } = setup([failed])
    await expect(client.waitFor(Website, blogRef, complete)).rejects.toMatchObject({
      code: 'KW_CLIENT_WAIT_IMPOSSIBLE',
      message:
        'Cannot wait until websites.web.example.dev default/blog is complete: it has reached another final state: Failed=True (broken).',
    })
  })

  it.each([
    { answer: failure(403, 'Forbidden', 'no'), code: 'KW_CLIENT_FORBIDDEN' },
    { answer: failure(404, 'NotFound', 'no such kind'), code: 'KW_CLIENT_UNKNOWN_KIND' },
  ])('fails at once on errors that retrying cannot fix: $code', async ({ answer, code }) => {
    const { client, clock } = setup([answer])
    await expect(client.waitFor(Website, blogRef, ready)).rejects.toMatchObject({ code })
    expect(clock.pending).toEqual([])
  })

  it('rejects with the abort reason', async () => {
    const { client, clock } = setup([website()])
    const controller = new AbortController()
    const wait = client.waitFor(Website, blogRef, ready, { signal: controller.signal })
    wait.catch(() => {})
    await clock.advance('1s')
    controller.abort(new Error('enough'))
    await expect(wait).rejects.toThrow('enough')
    expect(clock.pending).toEqual([])
  })

  it('rejects with an error that the condition throws', async () => {
    const { client } = setup([website()])
    const wait = client.waitFor(Website, blogRef, () => {
      throw new Error('a bug in the condition')
    })
    await expect(wait).rejects.toThrow('a bug in the condition')
  })

  it('rejects an invalid name', async () => {
    const { client } = setup([website()])
    await expect(client.waitFor(Website, { name: 'a/b' }, ready)).rejects.toMatchObject({ code: 'KW_CLIENT_NAME' })
  })
})

describe('waitFor() with the condition deleted', () => {
  const dying = website('blog', '6', {
    metadata: { ...website().metadata, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b'] },
  })

  it('resolves when the object is deleted or never existed', async () => {
    expect(await setup([undefined]).client.waitFor(Website, blogRef, deleted)).toBeUndefined()
    const stream = new ScriptedStream()
    const { client, clock } = setup([dying], [stream])
    const wait = client.waitFor(Website, blogRef, deleted)
    await clock.advance('1s')
    stream.event('DELETED', dying)
    expect(await wait).toBeUndefined()
  })

  it('resolves when the object was recreated with another uid', async () => {
    const ended = new ScriptedStream()
    ended.end()
    const other = website('blog', '9', { metadata: { ...website().metadata, uid: 'another' } })
    const { client, clock } = setup([dying, other], [ended])
    const wait = client.waitFor(Website, blogRef, deleted)
    await clock.advance('5s')
    expect(await wait).toBeUndefined()
  })

  it('reports blocking finalizers or a missing deletion on timeout', async () => {
    const { client, clock } = setup([dying])
    const wait = client.waitFor(Website, blogRef, deleted)
    wait.catch(() => {})
    await clock.advance('30s')
    await expect(wait).rejects.toThrow(
      'Cannot wait until websites.web.example.dev default/blog is gone: the condition was not met after 30s; last observed: it is being deleted since 2026-01-01T00:00:00Z, blocked by the finalizers a/b.',
    )
    const untouched = setup([website()])
    const second = untouched.client.waitFor(Website, blogRef, deleted)
    second.catch(() => {})
    await untouched.clock.advance('30s')
    await expect(second).rejects.toThrow('it is not being deleted')
  })
})
