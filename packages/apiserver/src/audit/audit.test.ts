import { describe, expect, it } from 'vitest'
import { startServer } from '../testing/started-server.ts'
import type { AuditEvent } from './audit-event.ts'
import type { AuditStream } from './audit-log.ts'
import { type AuditPolicy, decideAudit } from './audit-policy.ts'

const maps = '/api/v1/namespaces/default/configmaps'

/** The next `count` events. */
async function take(stream: AuditStream, count: number): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  while (events.length < count) events.push(((await stream.next()) as { value: AuditEvent }).value)
  return events
}

const everything: AuditPolicy = { rules: [{ level: 'RequestResponse' }] }
const probe = { 'audit-id': 'probe', 'user-agent': 'probe/1' }

describe('the audit log', () => {
  it('has RequestReceived and ResponseComplete events for a request, as in kube-apiserver', async () => {
    await using started = await startServer({ auditPolicy: everything })
    using stream = started.server.audit.listen()
    const created = await started.send(
      'POST',
      `${maps}?fieldManager=me`,
      { metadata: { name: 'a' }, data: { x: '1' } },
      probe,
    )
    const common = {
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'RequestResponse',
      auditID: 'probe',
      requestURI: `${maps}?fieldManager=me`,
      verb: 'create',
      user: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
      userAgent: 'probe/1',
      requestReceivedTimestamp: '2026-01-01T00:00:00.000000Z',
      stageTimestamp: '2026-01-01T00:00:00.000000Z',
    }
    expect(await take(stream, 2)).toEqual([
      {
        ...common,
        stage: 'RequestReceived',
        objectRef: { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
      },
      {
        ...common,
        stage: 'ResponseComplete',
        objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
        responseStatus: { metadata: {}, code: 201 },
        requestObject: { metadata: { name: 'a' }, data: { x: '1' } },
        responseObject: created.body,
        annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
      },
    ])
  })

  it('contains the Status of a failed request', async () => {
    await using started = await startServer()
    using stream = started.server.audit.listen()
    await started.send('GET', `${maps}/missing`)
    const [, answered] = await take(stream, 2)
    expect(answered!.level).toBe('Metadata')
    expect(answered!.responseObject).toBeUndefined()
    expect(answered!.responseStatus).toEqual({
      metadata: {},
      status: 'Failure',
      message: 'configmaps "missing" not found',
      reason: 'NotFound',
      details: { name: 'missing', kind: 'configmaps' },
      code: 404,
    })
  })

  it('has ResponseStarted and ResponseComplete events for a watch', async () => {
    await using started = await startServer()
    using stream = started.server.audit.listen()
    const watch = await started.watch(`${maps}?watch=1`)
    const first = watch.next()
    const stages = (await take(stream, 2)).map(({ stage }) => stage)
    await started.clock.advance(3_600_000)
    expect(await first).toBe('ended')
    const [last] = await take(stream, 1)
    expect([...stages, last!.stage]).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete'])
    expect(last!.stageTimestamp > last!.requestReceivedTimestamp).toBe(true)
  })

  it('contains the impersonated user, and requests that fail authentication', async () => {
    await using started = await startServer()
    using stream = started.server.audit.listen()
    await started.send('GET', maps, undefined, { 'impersonate-user': 'jane', 'impersonate-group': 'dev' })
    const [, answered] = await take(stream, 2)
    expect(answered!.user.username).toBe('kubernetes-admin')
    expect(answered!.impersonatedUser).toEqual({ username: 'jane', groups: ['dev', 'system:authenticated'] })
    expect(answered!.annotations).toEqual({
      'authorization.k8s.io/decision': 'forbid',
      'authorization.k8s.io/reason': '',
    })

    await started.server.transport({ token: 'guess' }).send({ method: 'GET', path: maps, headers: {} })
    const [unknown] = await take(stream, 1)
    expect([unknown!.stage, unknown!.user, unknown!.responseStatus?.code]).toEqual(['ResponseStarted', {}, 401])
  })

  it('drops and counts events for a slow listener instead of blocking', async () => {
    await using started = await startServer()
    using slow = started.server.audit.listen({ buffer: 3 })
    using quick = started.server.audit.listen()
    for (let count = 0; count < 4; count++) await started.send('GET', maps)
    expect([slow.dropped, quick.dropped]).toEqual([5, 0])
    expect((await take(slow, 3)).map(({ stage }) => stage)).toEqual([
      'RequestReceived',
      'ResponseComplete',
      'RequestReceived',
    ])
    expect(await take(quick, 8)).toHaveLength(8)
  })

  it('ends with the server, or when the consumer leaves the loop', async () => {
    const started = await startServer()
    const stream = started.server.audit.listen()
    await started.send('GET', maps)
    for await (const event of stream) {
      expect(event.stage).toBe('RequestReceived')
      break
    }
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    const other = started.server.audit.listen()
    const next = other.next()
    await started[Symbol.asyncDispose]()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})

describe('an audit policy', () => {
  const pods = {
    isResource: true,
    verb: 'get',
    group: '',
    version: 'v1',
    namespace: 'default',
    resource: 'pods',
    name: 'p',
    subresource: '',
    subpath: '',
  } as const
  const path = { isResource: false, verb: 'get', path: '/healthz/etcd' } as const
  const user = { name: 'jane', groups: ['dev'] }

  it.each([
    { name: 'no condition', rule: {}, wants: [true, true] },
    { name: 'user', rule: { users: ['john'] }, wants: [false, false] },
    { name: 'group', rule: { userGroups: ['dev', 'ops'] }, wants: [true, true] },
    { name: 'verb', rule: { verbs: ['list'] }, wants: [false, false] },
    { name: 'the core API group', rule: { resources: [{}] }, wants: [true, false] },
    { name: 'another API group', rule: { resources: [{ group: 'apps' }] }, wants: [false, false] },
    { name: 'resource', rule: { resources: [{ resources: ['pods'] }] }, wants: [true, false] },
    { name: 'subresource', rule: { resources: [{ resources: ['pods/*'] }] }, wants: [false, false] },
    { name: 'resource name', rule: { resources: [{ resources: ['*'], resourceNames: ['q'] }] }, wants: [false, false] },
    { name: 'namespace', rule: { namespaces: ['default'] }, wants: [true, false] },
    { name: 'an empty namespace', rule: { namespaces: [''] }, wants: [false, false] },
    { name: 'non-resource URL', rule: { nonResourceURLs: ['/healthz*'] }, wants: [false, true] },
  ])('matches a rule by $name', ({ rule, wants }) => {
    const policy: AuditPolicy = { rules: [{ level: 'Metadata', ...rule }] }
    const levels = [pods, path].map((info) => decideAudit(policy, info, user).level)
    expect(levels).toEqual(wants.map((isWanted) => (isWanted ? 'Metadata' : 'None')))
  })

  it('applies the first matching rule and merges omitted stages', () => {
    const policy: AuditPolicy = {
      omitStages: ['Panic'],
      rules: [
        { level: 'None', users: ['john'] },
        { level: 'Request', omitStages: ['RequestReceived'] },
      ],
    }
    expect(decideAudit(policy, pods, user)).toEqual({
      level: 'Request',
      omitStages: new Set(['Panic', 'RequestReceived']),
    })
  })
})
