import { nextTurn } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { startServer } from '../testing/started-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string, data: Record<string, string> = {}) => ({ metadata: { name }, data })

/** The settled value of a promise, or 'waits' if it does not settle without time passing. */
async function soon(promise: Promise<unknown>): Promise<unknown> {
  const late = (async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    return 'waits'
  })()
  return Promise.race([promise, late])
}

describe('injected faults', () => {
  it('fail matching requests, count them, and end when disposed', async () => {
    await using started = await startServer()
    const { server, send } = started
    {
      using fault = server.faults.fail({ verb: 'create', kind: 'configmaps' }, 500)
      const refused = await send('POST', maps, map('a'))
      expect([refused.status, refused.body.reason]).toEqual([500, 'InternalError'])
      expect((await send('GET', `${maps}/a`)).status).toBe(404)
      expect((await send('POST', '/api/v1/namespaces', map('other'))).status).toBe(201)
      expect(fault.hits).toBe(1)
    }
    expect((await send('POST', maps, map('a'))).status).toBe(201)
  })

  it.each([
    { status: 429, says: [429, 'TooManyRequests', '1'] },
    { status: { code: 429, retryAfterSeconds: 7 }, says: [429, 'TooManyRequests', '7'] },
    { status: 409, says: [409, 'Conflict', undefined] },
    { status: 410, says: [410, 'Expired', undefined] },
    { status: 503, says: [503, 'ServiceUnavailable', undefined] },
    { status: { code: 418, reason: 'Teapot', message: 'short and stout' }, says: [418, 'Teapot', undefined] },
  ])('respond with $status as kube-apiserver would', async ({ status, says }) => {
    await using started = await startServer()
    using _ = started.server.faults.fail({}, status)
    const { status: code, body, headers } = await started.send('GET', '/version')
    expect([code, body.reason, headers['retry-after']]).toEqual(says)
  })

  it.each([
    { name: 'verb', match: { verb: ['get', 'list'] as const }, hits: 2 },
    { name: 'kind', match: { kind: 'configmaps' }, hits: 4 },
    { name: 'kind as group and plural', match: { kind: { group: '', plural: 'configmaps' } }, hits: 4 },
    { name: 'several kinds', match: { kind: ['pods', 'configmaps'] }, hits: 4 },
    { name: 'kind of another group', match: { kind: { group: 'apps', plural: 'configmaps' } }, hits: 0 },
    { name: 'namespace', match: { namespace: 'default' }, hits: 4 },
    { name: 'name', match: { name: 'a' }, hits: 2 },
    { name: 'user agent', match: { userAgent: 'probe/' }, hits: 1 },
    { name: 'user agent pattern', match: { userAgent: /^probe/ }, hits: 1 },
    { name: 'request number', match: { kind: 'configmaps', nth: 3 }, hits: 1 },
    { name: 'number of times', match: { kind: 'configmaps', times: 2 }, hits: 2 },
    { name: 'no condition', match: {}, hits: 5 },
  ])('match requests by $name', async ({ match, hits }) => {
    await using started = await startServer()
    const { server, send } = started
    using fault = server.faults.fail(match, 503)
    const statuses = [
      await send('POST', maps, map('b')),
      await send('GET', maps, undefined, { 'user-agent': 'probe/1.0' }),
      await send('GET', `${maps}/a`),
      await send('DELETE', `${maps}/a`),
      await send('GET', '/version'),
    ].map(({ status }) => status)
    expect([fault.hits, statuses.filter((status) => status === 503).length]).toEqual([hits, hits])
  })

  it('distinguish apply from other patches', async () => {
    await using started = await startServer()
    const { server, send } = started
    const patch = (type: string) =>
      send(
        'PATCH',
        `${maps}/a?fieldManager=m`,
        { apiVersion: 'v1', kind: 'ConfigMap', ...map('a') },
        {
          'content-type': `application/${type}`,
        },
      )
    await send('POST', maps, map('a'))
    using applies = server.faults.fail({ verb: 'apply' }, 503)
    const answers = [await patch('merge-patch+json'), await patch('apply-patch+yaml'), await patch('json-patch+json')]
    expect([applies.hits, ...answers.map(({ status }) => status)]).toEqual([1, 200, 503, 400])
    using patches = server.faults.fail({ verb: 'patch' }, 500)
    expect([(await patch('merge-patch+json')).status, patches.hits]).toEqual([500, 1])
  })

  it.each([
    { name: 'an unknown verb', match: { verb: 'aply' as 'apply' }, says: 'there is no verb "aply"' },
    {
      name: 'an unknown verb in a list',
      match: { verb: ['get', 'GET' as 'get'] as const },
      says: 'there is no verb "GET"',
    },
    { name: 'a singular kind name', match: { kind: 'Pod' }, says: 'no kind is served as "Pod"' },
    {
      name: 'a misspelt plural',
      match: { kind: ['pods', 'configmap'] },
      says: 'no kind is served as "configmap": did you mean configmaps?',
    },
    {
      name: 'a kind that is not installed',
      match: { kind: 'nonsense' },
      says: 'If the kind is installed later, pass the resource',
    },
    {
      name: 'a misspelt key',
      match: { knd: 'pods' } as object,
      says: 'knd is not a key of a match: did you mean kind?',
    },
    { name: 'a request number of 0', match: { nth: 0 }, says: 'nth is 0' },
    { name: 'a fractional number of times', match: { times: 1.5 }, says: 'times is 1.5' },
  ])('are rejected for $name', async ({ match, says }) => {
    await using started = await startServer()
    const { faults } = started.server
    const asks = [() => faults.fail(match, 500), () => faults.dropResponse(match), () => faults.staleReads(match)]
    for (const ask of asks)
      expect(ask).toThrow(
        expect.objectContaining({ code: 'KW_FAULT_MATCH', message: expect.stringContaining(says) as string }),
      )
    expect((await started.send('GET', maps)).status).toBe(200)
  })

  it.each([99, 200, 302, 600, 400.5, Number.NaN, { code: 429, retryAfterSeconds: -1 }])(
    'are rejected for the non-error status %j',
    async (status) => {
      await using started = await startServer()
      const { faults } = started.server
      expect(() => faults.fail({}, status)).toThrow(expect.objectContaining({ code: 'KW_FAULT_STATUS' }))
      expect(() => faults.closeWatches({}, status)).toThrow(expect.objectContaining({ code: 'KW_FAULT_STATUS' }))
    },
  )

  it('apply in order, and a failed request triggers no further fault', async () => {
    await using started = await startServer()
    using first = started.server.faults.fail({ times: 1 }, 503)
    using second = started.server.faults.fail({}, 500)
    expect((await started.send('GET', maps)).status).toBe(503)
    expect((await started.send('GET', maps)).status).toBe(500)
    expect([first.hits, second.hits]).toEqual([1, 1])
  })

  it("delay requests on the server's clock", async () => {
    await using started = await startServer()
    const { server, clock, send } = started
    using _ = server.faults.delay({ verb: 'get' }, '30s')
    const slow = send('GET', `${maps}/a`).then(({ status }) => status)
    expect(await soon(slow)).toBe('waits')
    await clock.advance(30_000)
    expect(await slow).toBe(404)
  })

  it('drop the response after the request was executed', async () => {
    await using started = await startServer()
    using fault = started.server.faults.dropResponse({ verb: 'create' })
    await expect(started.send('POST', maps, map('a'))).rejects.toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST' })
    expect((await started.send('GET', `${maps}/a`)).status).toBe(200)
    expect(fault.hits).toBe(1)
  })

  it('refuse the connection before the request is executed', async () => {
    await using started = await startServer()
    using _ = started.server.faults.refuse({ verb: 'create' })
    await expect(started.send('POST', maps, map('a'))).rejects.toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
    expect((await started.send('GET', `${maps}/a`)).status).toBe(404)
  })

  it('serve stale reads with resourceVersion=0 until disposed', async () => {
    await using started = await startServer()
    const { server, send } = started
    await send('POST', maps, map('a', { is: 'old' }))
    await send('POST', maps, map('gone'))
    const { resourceVersion } = (await send('GET', maps)).body.metadata
    const stale = server.faults.staleReads({ kind: 'configmaps' })
    await send('PUT', `${maps}/a`, map('a', { is: 'new' }))
    await send('DELETE', `${maps}/gone`)
    await send('POST', maps, map('young'))

    const list = (await send('GET', `${maps}?resourceVersion=0`)).body
    const namesOf = ({ items }: { items: { metadata: { name: string } }[] }) =>
      items.map(({ metadata }) => metadata.name)
    expect([namesOf(list), list.metadata.resourceVersion]).toEqual([['a', 'gone'], resourceVersion])
    expect((await send('GET', `${maps}/a?resourceVersion=0`)).body.data).toEqual({ is: 'old' })
    expect((await send('GET', `${maps}/young?resourceVersion=0`)).status).toBe(404)
    expect(namesOf((await send('GET', maps)).body)).toEqual(['a', 'young'])
    expect(stale.hits).toBe(3)
    stale[Symbol.dispose]()
    expect(namesOf((await send('GET', `${maps}?resourceVersion=0`)).body)).toEqual(['a', 'young'])
  })

  it('serve stale reads to all requests with reads: all', async () => {
    await using started = await startServer()
    using _ = started.server.faults.staleReads({ reads: 'all' })
    await started.send('POST', maps, map('a'))
    expect((await started.send('GET', `${maps}/a`)).status).toBe(404)
    expect((await started.send('GET', maps)).body.items).toEqual([])
  })

  it("skew the server's wall clock", async () => {
    await using started = await startServer()
    const { server, send } = started
    const stampOf = async (name: string) =>
      Date.parse((await send('POST', maps, map(name))).body.metadata.creationTimestamp)
    const right = await stampOf('a')
    const [ahead, behind] = [server.faults.skewClock('1h'), server.faults.skewClock(-60_000)]
    expect((await stampOf('b')) - right).toBe(3_540_000)
    ahead[Symbol.dispose]()
    expect((await stampOf('c')) - right).toBe(-60_000)
    behind[Symbol.dispose]()
    behind[Symbol.dispose]()
    expect((await stampOf('d')) - right).toBe(0)
  })
})

describe('injected watch faults', () => {
  it('pause events of open and new watches, and release them in order', async () => {
    await using started = await startServer()
    const { server, send } = started
    using open = await started.watch(`${maps}?watch=1`)
    const pause = server.faults.pauseWatches({ kind: 'configmaps' })
    using late = await started.watch(`${maps}?watch=1`)
    using other = await started.watch('/api/v1/namespaces/default/secrets?watch=1')
    await send('POST', maps, map('a'))
    await send('POST', maps, map('b'))
    await send('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 's' } })
    const [first, second] = [open.next(), late.next()]
    expect(await soon(first)).toBe('waits')
    expect(await other.next()).toBe('ADDED s')
    expect(pause.hits).toBe(4)
    pause[Symbol.dispose]()
    expect([await first, await open.next(), await second, await late.next()]).toEqual([
      'ADDED a',
      'ADDED b',
      'ADDED a',
      'ADDED b',
    ])
  })

  it('close watches, with or without an error', async () => {
    await using started = await startServer()
    const { faults } = started.server
    using plain = await started.watch(`${maps}?watch=1`)
    using expired = await started.watch('/api/v1/namespaces/default/secrets?watch=1')
    const [first, second] = [plain.next(), expired.next()]
    expect(faults.closeWatches({ kind: 'pods' })).toBe(0)
    expect(faults.closeWatches({ kind: 'configmaps' })).toBe(1)
    expect(await first).toBe('ended')
    expect(faults.closeWatches({}, 410)).toBe(1)
    expect([await second, await expired.next()]).toEqual(['ERROR 410', 'ended'])
  })

  it('repeat events', async () => {
    await using started = await startServer()
    using fault = started.server.faults.repeatEvents({ times: 1 })
    using watch = await started.watch(`${maps}?watch=1`)
    await started.send('POST', maps, map('a'))
    await started.send('POST', maps, map('b'))
    expect([await watch.next(), await watch.next(), await watch.next()]).toEqual(['ADDED a', 'ADDED a', 'ADDED b'])
    expect(fault.hits).toBe(1)
  })

  it('delay events without reordering them', async () => {
    await using started = await startServer()
    const { server, clock, send } = started
    using _ = server.faults.delayEvents({ nth: 1 }, '10s')
    using watch = await started.watch(`${maps}?watch=1`)
    await send('POST', maps, map('a'))
    await send('POST', maps, map('b'))
    const first = watch.next()
    expect(await soon(first)).toBe('waits')
    await clock.advance(10_000)
    expect([await first, await watch.next()]).toEqual(['ADDED a', 'ADDED b'])
  })

  it('compact the history, so that a watch from an old resourceVersion gets 410', async () => {
    await using started = await startServer()
    const { resourceVersion } = (await started.send('POST', maps, map('a'))).body.metadata
    await started.send('POST', maps, map('b'))
    started.server.faults.compact()
    using watch = await started.watch(`${maps}?watch=1&resourceVersion=${resourceVersion}`)
    expect([await watch.next(), await watch.next()]).toEqual(['ERROR 410', 'ended'])
  })

  it('end watches cleanly when the server is closed', async () => {
    const started = await startServer()
    using watch = await started.watch(`${maps}?watch=1`)
    const ended = watch.next()
    await started[Symbol.asyncDispose]()
    expect(await ended).toBe('ended')
  })
})
