import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../client.ts'
import { createClient } from '../create-client.ts'
import { failure } from '../scripted/scripted-answer.ts'
import { type Route, ScriptedServer } from '../scripted/scripted-server.ts'
import type { DynamicResource } from './dynamic-resource.ts'
import type { KindQuery } from './kind-query.ts'

const verbs = ['get', 'list', 'watch']

function aggregatedResource(resource: string, kind: string, more: object = {}) {
  return {
    resource,
    responseKind: { group: '', version: '', kind },
    scope: 'Namespaced',
    singularResource: kind.toLowerCase(),
    verbs,
    ...more,
  }
}

const core = {
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: {},
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            aggregatedResource('pods', 'Pod', {
              shortNames: ['po'],
              categories: ['all'],
              subresources: [{ subresource: 'log' }, { subresource: 'status' }],
            }),
            aggregatedResource('events', 'Event', { shortNames: ['ev'] }),
            aggregatedResource('namespaces', 'Namespace', { scope: 'Cluster' }),
          ],
        },
      ],
    },
  ],
}

const groups = {
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: { name: 'apps' },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [aggregatedResource('deployments', 'Deployment', { shortNames: ['deploy'] })],
        },
      ],
    },
    {
      metadata: { name: 'events.k8s.io' },
      versions: [{ version: 'v1', resources: [aggregatedResource('events', 'Event')] }],
    },
    {
      metadata: { name: 'web.example.dev' },
      versions: [
        { version: 'v1', resources: [aggregatedResource('websites', 'Website')] },
        {
          version: 'v1alpha1',
          resources: [aggregatedResource('websites', 'Website'), aggregatedResource('drafts', 'Draft')],
        },
      ],
    },
    { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1beta1', freshness: 'Stale', resources: [] }] },
  ],
}

const aggregated: Record<string, Route> = {
  'GET /api': () => ({ body: core }),
  'GET /apis': () => ({ body: groups }),
}

const legacyResource = (name: string, kind: string, more: object = {}) => ({
  name,
  singularName: '',
  namespaced: true,
  kind,
  verbs,
  ...more,
})

const legacy: Record<string, Route> = {
  'GET /api': () => ({ body: { kind: 'APIVersions', versions: ['v1'] } }),
  'GET /apis': () => ({
    body: {
      kind: 'APIGroupList',
      groups: [
        { name: 'apps', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
        { name: 'events.k8s.io', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
        {
          name: 'web.example.dev',
          versions: [{ version: 'v1alpha1' }, { version: 'v1' }],
          preferredVersion: { version: 'v1' },
        },
        { name: 'metrics.k8s.io', versions: [{ version: 'v1beta1' }] },
      ],
    },
  }),
  'GET /api/v1': () => ({
    body: {
      resources: [
        legacyResource('pods', 'Pod', { singularName: 'pod', shortNames: ['po'], categories: ['all'] }),
        legacyResource('pods/log', 'Pod'),
        legacyResource('pods/status', 'Pod'),
        legacyResource('events', 'Event', { shortNames: ['ev'] }),
        legacyResource('namespaces', 'Namespace', { namespaced: false }),
      ],
    },
  }),
  'GET /apis/apps/v1': () => ({
    body: { resources: [legacyResource('deployments', 'Deployment', { shortNames: ['deploy'] })] },
  }),
  'GET /apis/events.k8s.io/v1': () => ({ body: { resources: [legacyResource('events', 'Event')] } }),
  'GET /apis/web.example.dev/v1': () => ({ body: { resources: [legacyResource('websites', 'Website')] } }),
  'GET /apis/web.example.dev/v1alpha1': () => ({
    body: { resources: [legacyResource('websites', 'Website'), legacyResource('drafts', 'Draft')] },
  }),
  'GET /apis/metrics.k8s.io/v1beta1': () => failure(404, 'NotFound', 'gone'),
}

function setup(routes: Record<string, Route>, options: ClientOptions = {}) {
  const server = new ScriptedServer(routes)
  return { server, client: createClient(server, options) }
}

const name = ({ group, version, plural }: DynamicResource) => `${group}/${version}/${plural}`

describe.each([
  { name: 'aggregated', routes: aggregated },
  { name: 'legacy', routes: legacy },
])('$name discovery', ({ routes }) => {
  const queries: { query: KindQuery; found: string }[] = [
    { query: 'Pod', found: '/v1/pods' },
    { query: 'pods', found: '/v1/pods' },
    { query: 'po', found: '/v1/pods' },
    { query: { group: '', kind: 'Pod' }, found: '/v1/pods' },
    { query: 'Deployment.apps', found: 'apps/v1/deployments' },
    { query: 'deploy', found: 'apps/v1/deployments' },
    { query: 'deployments.v1.apps', found: 'apps/v1/deployments' },
    { query: { apiVersion: 'apps/v1', kind: 'Deployment' }, found: 'apps/v1/deployments' },
    { query: 'Event', found: '/v1/events' },
    { query: 'Event.events.k8s.io', found: 'events.k8s.io/v1/events' },
    { query: { kind: 'Website', group: 'web.example.dev' }, found: 'web.example.dev/v1/websites' },
    {
      query: { kind: 'Website', group: 'web.example.dev', version: 'v1alpha1' },
      found: 'web.example.dev/v1alpha1/websites',
    },
    { query: 'Website.v1alpha1.web.example.dev', found: 'web.example.dev/v1alpha1/websites' },
    { query: 'Draft', found: 'web.example.dev/v1alpha1/drafts' },
  ]
  it.each(queries)('resolves $query', async ({ query, found }) => {
    expect(name(await setup(routes).client.discover(query))).toBe(found)
  })

  it('returns a handle with names, scope, verbs and subresources', async () => {
    expect(await setup(routes).client.discover('Pod')).toEqual({
      group: '',
      version: 'v1',
      kind: 'Pod',
      plural: 'pods',
      singular: 'pod',
      shortNames: ['po'],
      categories: ['all'],
      scope: 'Namespaced',
      subresources: ['log', 'status'],
      verbs,
    })
    expect((await setup(routes).client.discover('Namespace')).scope).toBe('Cluster')
  })

  it('tolerates an unavailable aggregated API and lists it as stale', async () => {
    const { resources, stale } = await setup(routes).client.discoverAll()
    expect(resources.map(name)).toContain('apps/v1/deployments')
    expect(stale).toEqual(['metrics.k8s.io/v1beta1'])
  })

  it('fails for an unknown kind and names the stale group versions', async () => {
    await expect(setup(routes).client.discover({ group: 'nowhere.dev', kind: 'Nothing' })).rejects.toMatchObject({
      code: 'KW_CLIENT_UNKNOWN_KIND',
      message:
        'Cannot discover Nothing.nowhere.dev: the server serves no such kind (discovery failed for metrics.k8s.io/v1beta1). Install the CustomResourceDefinition and wait until it is established. `kubectl api-resources` lists the served kinds.',
    })
  })
})

describe('discovery', () => {
  it('sends its two requests once for concurrent callers', async () => {
    const { client, server } = setup(aggregated)
    await Promise.all([client.discover('Pod'), client.discover('Deployment'), client.discover('Event')])
    await client.discover('po')
    expect(server.lines.toSorted()).toEqual(['GET /api', 'GET /apis'])
    expect(server.requests[0]!.headers.accept).toBe(
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
    )
  })

  it('refetches for an unknown kind, revalidating with ETags', async () => {
    let installed = false
    const route =
      (before: object, after: object): Route =>
      ({ headers }) => {
        const etag = installed ? '"2"' : '"1"'
        if (headers['if-none-match'] === etag) return { status: 304 }
        return { headers: { etag }, body: installed ? after : before }
      }
    const withBackups = {
      ...groups,
      items: [
        ...groups.items,
        {
          metadata: { name: 'backup.dev' },
          versions: [{ version: 'v1', resources: [aggregatedResource('backups', 'Backup')] }],
        },
      ],
    }
    const { client, server } = setup({ 'GET /api': route(core, core), 'GET /apis': route(groups, withBackups) })
    await client.discover('Pod')
    await expect(client.discover('Backup')).rejects.toMatchObject({ code: 'KW_CLIENT_UNKNOWN_KIND' })
    installed = true
    expect(name(await client.discover('Backup'))).toBe('backup.dev/v1/backups')
    expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      '"1"',
      '"1"',
      '"1"',
      '"1"',
    ])
  })

  it('refetches once when a shared request that started earlier lacks the kind', async () => {
    let answer = (_: object) => {}
    const asItWas = new Promise<object>((resolve) => (answer = resolve))
    const slow: Route = async (_, count) => ({ body: count === 1 ? await asItWas : groups })
    const { client, server } = setup({ ...aggregated, 'GET /apis': slow })
    const before = client.discover('Deployment').catch((error: unknown) => error)
    const after = ['Deployment', 'deploy'].map((kind) => client.discover(kind)) // installed by now
    const inVain = client.discover('Nothing').catch((error: unknown) => error)
    answer({ ...groups, items: [] })
    expect((await Promise.all(after)).map(name)).toEqual(['apps/v1/deployments', 'apps/v1/deployments'])
    expect(await before).toMatchObject({ code: 'KW_CLIENT_UNKNOWN_KIND' })
    expect(await inVain).toMatchObject({ code: 'KW_CLIENT_UNKNOWN_KIND' })
    expect(server.requests).toHaveLength(4)
  })

  it('returns handles that the verbs accept', async () => {
    const { client, server } = setup({
      ...aggregated,
      'GET /apis/apps/v1/namespaces/default/deployments/web': () => ({
        body: { kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 3 } },
      }),
    })
    const Deployment = await client.discover('Deployment.apps')
    const web = await client.get(Deployment, { namespace: 'default', name: 'web' })
    expect(web.spec).toEqual({ replicas: 3 })
    expect(server.lines.at(-1)).toBe('GET /apis/apps/v1/namespaces/default/deployments/web')
  })

  it('stops waiting on abort without affecting other callers', async () => {
    let answer = (_: object) => {}
    const slow: Route = async () => ({ body: await new Promise<object>((resolve) => (answer = resolve)) })
    const { client } = setup({ ...aggregated, 'GET /apis': slow })
    const controller = new AbortController()
    const impatient = client.discover('Pod', { signal: controller.signal })
    const patient = client.discover('Pod')
    impatient.catch(() => {})
    controller.abort(new Error('no time'))
    await expect(impatient).rejects.toThrow('no time')
    answer(groups)
    expect(name(await patient)).toBe('/v1/pods')
  })

  it.each([500, 503, 404, 410])(
    'tolerates a group whose server answers %d, and reports the failure',
    async (status) => {
      const broken: Route = () => failure(status, 'Broken', 'the metrics server is away')
      const { client } = setup({ ...legacy, 'GET /apis/metrics.k8s.io/v1beta1': broken }, { retry: false })
      const { stale, failures } = await client.discoverAll()
      expect(stale).toEqual(['metrics.k8s.io/v1beta1'])
      expect(failures).toMatchObject([{ status, message: expect.stringContaining('the metrics server is away') }])
      await expect(client.discover('NodeMetrics')).rejects.toMatchObject({
        code: 'KW_CLIENT_UNKNOWN_KIND',
        cause: { status },
      })
    },
  )

  const notOfTheGroup = [
    { name: 'a rejected token', route: () => failure(401, 'Unauthorized', 'who?'), code: 'KW_CLIENT_UNAUTHORIZED' },
    { name: 'a missing permission', route: () => failure(403, 'Forbidden', 'no'), code: 'KW_CLIENT_FORBIDDEN' },
    { name: 'an HTML page of a proxy', route: () => ({ body: '<html>' }), code: 'KW_CLIENT_ANSWER' },
  ]
  it.each(notOfTheGroup)('does not treat $name as an unavailable group', async ({ route, code }) => {
    const { client } = setup({ ...legacy, 'GET /apis/apps/v1': route }, { retry: false })
    await expect(client.discoverAll()).rejects.toMatchObject({ code })
  })

  it('fails with KW_CLIENT_CLOSED when the client is disposed between group requests', async () => {
    const closing: Route = async () => {
      await client[Symbol.asyncDispose]()
      return failure(500, 'InternalError', 'nobody hears this')
    }
    const { client } = setup({ ...legacy, 'GET /apis/apps/v1': closing })
    await expect(client.discover('Pod')).rejects.toMatchObject({ code: 'KW_CLIENT_CLOSED' })
  })

  it('reports a failed request and retries on the next call', async () => {
    let isOpen = false
    const { client } = setup({
      ...aggregated,
      'GET /api': () => (isOpen ? { body: core } : failure(403, 'Forbidden', 'no')),
    })
    await expect(client.discover('Pod')).rejects.toMatchObject({ code: 'KW_CLIENT_FORBIDDEN' })
    isOpen = true
    expect(name(await client.discover('Pod'))).toBe('/v1/pods')
  })
})
