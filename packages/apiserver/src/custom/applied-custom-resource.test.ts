import { describe, expect, it } from 'vitest'
import { definitions } from './testing/custom-plays.ts'
import { type CustomServer, startCustomServer } from './testing/custom-server.ts'

const group = 'tests.example.com'
const path = `/apis/${group}/v1/namespaces/default/widgets/a`

const text = { type: 'string' }
const pair = { type: 'object', properties: { x: { type: 'integer' }, y: text } }
const spec = {
  type: 'object',
  properties: {
    n: { type: 'integer', default: 1 },
    maybe: { type: 'string', nullable: true },
    map: { type: 'object', additionalProperties: text },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    inner: pair,
    filled: { type: 'object', default: {}, properties: { z: { type: 'integer', default: 7 } } },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}
const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status: pair } } }
const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.x' }
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { status: {}, scale } }],
  },
}

interface Seen {
  readonly status: number
  readonly message: string
  readonly version: string | undefined
  readonly object: Readonly<Record<string, unknown>>
}

class Widgets implements Disposable {
  readonly #server: CustomServer

  private constructor(server: CustomServer) {
    this.#server = server
  }

  static async start(): Promise<Widgets> {
    const server = await startCustomServer()
    await server.send(definitions, { method: 'POST', body: definition })
    await server.settle()
    return new Widgets(server)
  }

  apply(manager: string, fields: object, { part = '', metadata = {} } = {}): Promise<Seen> {
    const isScale = part === '/scale'
    const type = isScale
      ? { apiVersion: 'autoscaling/v1', kind: 'Scale' }
      : { apiVersion: `${group}/v1`, kind: 'Widget' }
    const body = { ...type, metadata: { name: 'a', ...metadata }, ...fields }
    return this.send('PATCH', `${part}?fieldManager=${manager}`, body, 'application/apply-patch+yaml')
  }

  patch(body: object, part = ''): Promise<Seen> {
    return this.send('PATCH', `${part}?fieldManager=p`, body, 'application/merge-patch+json')
  }

  async send(method: string, rest: string, body: object | undefined, type = 'application/json'): Promise<Seen> {
    const sent = { method, headers: { 'content-type': type }, ...(body === undefined ? {} : { body }) }
    const answer = await this.#server.send(`${path}${rest}`, sent)
    const object = answer.body as Record<string, unknown>
    const { metadata = {}, message = '' } = answer.body as { metadata?: { resourceVersion?: string }; message?: string }
    return { status: answer.status, message, version: metadata.resourceVersion, object }
  }

  [Symbol.dispose](): void {
    this.#server[Symbol.dispose]()
  }
}

/** All as in kube-apiserver 1.36.4. */
describe('server-side apply of a custom resource', () => {
  it.each([
    ['an object', { spec: { inner: null } }, 'spec.inner in body must be of type object: "null"'],
    ['a map', { spec: { map: null } }, 'spec.map in body must be of type object: "null"'],
    ['a list', { spec: { set: null } }, 'spec.set in body must be of type array: "null"'],
    ['a string', { spec: { inner: { y: null } } }, 'spec.inner.y in body must be of type string: "null"'],
    ['an object at the top level', { spec: null }, 'spec in body must be of type object: "null"'],
  ])('is refused for null where the schema requires %s', async (_, fields, problem) => {
    using widgets = await Widgets.start()
    const created = await widgets.apply('one', fields)
    expect([created.status, created.message]).toEqual([422, expect.stringContaining(problem)])
  })

  it('accepts null where the schema is nullable, has a default or preserves unknown fields', async () => {
    using widgets = await Widgets.start()
    const { status, object } = await widgets.apply('one', { spec: { maybe: null, n: null, free: { u: null } } })
    expect([status, object['spec']]).toEqual([201, { maybe: null, n: 1, free: { u: null }, filled: { z: 7 } }])
  })

  it('is refused if it removes the last field of an object that another field manager still owns', async () => {
    using widgets = await Widgets.start()
    await widgets.apply('one', { spec: { inner: { x: 1 } } })
    await widgets.apply('two', { spec: { inner: {} } })
    const { status, message } = await widgets.apply('one', { spec: {} })
    expect([status, message]).toEqual([
      422,
      expect.stringContaining('spec.inner in body must be of type object: "null"'),
    ])
  })

  it('removes an object that contains only an empty list of another field manager', async () => {
    using widgets = await Widgets.start()
    await widgets.apply('one', { spec: { n: 1 } })
    await widgets.patch({ spec: { set: [] } })
    const { status, object } = await widgets.apply('one', {})
    expect([status, object['spec']]).toEqual([200, undefined])
  })

  it('is refused for such a removal through the status subresource', async () => {
    using widgets = await Widgets.start()
    const part = '/status'
    await widgets.apply('one', {})
    await widgets.apply('one', { status: { x: 1 } }, { part })
    await widgets.apply('two', { status: {} }, { part })
    const { status, message } = await widgets.apply('one', {}, { part })
    expect([status, message]).toEqual([
      422,
      expect.stringContaining('status: Invalid value: "null":  in body must be of type object: "null"'),
    ])
  })

  it.each([{ finalizers: [] }, { labels: null }, { labels: {} }, { ownerReferences: [] }])(
    'stores %j although it is never returned, so that the next write changes the resourceVersion',
    async (metadata) => {
      using widgets = await Widgets.start()
      const applied = await widgets.apply('one', { spec: { n: 2 } }, { metadata })
      const unchanged = await widgets.patch({ metadata: { annotations: {} } })
      const again = await widgets.patch({ metadata: { annotations: {} } })
      expect(unchanged.version).not.toBe(applied.version)
      expect(again.version).toBe(unchanged.version)
      const { resourceVersion: _, ...shown } = applied.object['metadata'] as Record<string, unknown>
      expect(unchanged.object['metadata']).toEqual({ ...shown, resourceVersion: unchanged.version })
    },
  )

  it('stores empty metadata that is never returned, so that a second deletion changes the resourceVersion', async () => {
    using widgets = await Widgets.start()
    await widgets.apply('one', {}, { metadata: { finalizers: ['example.dev/hold'] } })
    await widgets.send('DELETE', '', undefined)
    const applied = await widgets.apply('two', {}, { metadata: { labels: null, annotations: {} } })
    const second = await widgets.send('DELETE', '', undefined)
    const third = await widgets.send('DELETE', '', undefined)
    expect(second.version).not.toBe(applied.version)
    expect(third.version).toBe(second.version)
  })

  it('stores only the status through the status subresource', async () => {
    using widgets = await Widgets.start()
    await widgets.apply('one', { spec: { n: 2 } })
    const applied = await widgets.apply('two', { status: { x: 1 } }, { part: '/status', metadata: { labels: null } })
    expect((await widgets.patch({ metadata: { annotations: {} } })).version).toBe(applied.version)
  })

  it('does not conflict with a manager that applied null when another sets fields below it', async () => {
    using widgets = await Widgets.start()
    await widgets.apply('one', { spec: { free: { u: null } } })
    expect((await widgets.apply('two', { spec: { free: { u: { x: 1 } } } })).status).toBe(200)
  })

  describe('through the scale subresource', () => {
    const scaleTo = (replicas: number) => ({ spec: { replicas } })
    const unknown = 'request to convert CR to an invalid group/version: autoscaling/v1'

    it('fails if it changes replicas, or if no manager owns replicas', async () => {
      using widgets = await Widgets.start()
      await widgets.apply('one', { spec: {} })
      const first = await widgets.apply('one', scaleTo(2), { part: '/scale' })
      expect([first.status, first.message]).toEqual([
        500,
        `failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) to proper version: ${unknown}`,
      ])
      await widgets.apply('one', { spec: { n: 1 } })
      const second = await widgets.apply('one', scaleTo(2), { part: '/scale' })
      expect([second.status, second.message]).toEqual([
        409,
        'Apply failed with 1 conflict: conflict with "one": .spec.replicas',
      ])
    })

    it('succeeds if replicas are the same', async () => {
      using widgets = await Widgets.start()
      await widgets.apply('one', { spec: { n: 3 } })
      expect((await widgets.apply('two', scaleTo(3), { part: '/scale' })).status).toBe(200)
    })
  })
})

describe('a write to a custom resource', () => {
  it('through the scale subresource stores no defaults, so that the next write changes the resourceVersion', async () => {
    using widgets = await Widgets.start()
    await widgets.apply('one', {})
    await widgets.patch({ spec: { replicas: 2 } }, '/scale')
    const scaled = await widgets.send('GET', '', undefined)
    const next = await widgets.patch({ metadata: { annotations: {} } })
    const again = await widgets.patch({ metadata: { annotations: {} } })
    expect(next.version).not.toBe(scaled.version)
    expect(again.version).toBe(next.version)
  })

  it.each([
    ['', 'the object provided is unrecognized (must be of type Widget): '],
    ['?fieldValidation=Ignore', 'Widget in version "v1" cannot be handled as a Widget: '],
  ])('with%s and without kind is refused with the message for its field validation', async (query, start) => {
    using widgets = await Widgets.start()
    const { status, message } = await widgets.send('PUT', query, { spec: {} })
    expect([status, message.startsWith(`${start}Object 'Kind' is missing in '{"spec":{}}'`)]).toEqual([400, true])
  })

  it.each([
    ['', '/registry/tests.example.com/widgets/default/a'],
    ['?dryRun=All', '/tests.example.com/widgets/default/a'],
  ])('with%s and another uid is refused with the storage key in the message', async (query, key) => {
    using widgets = await Widgets.start()
    await widgets.apply('one', {})
    const metadata = { name: 'a', uid: '00000000-0000-4000-8000-000000000001', resourceVersion: '1' }
    const { status, message } = await widgets.send('PUT', query, {
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata,
    })
    expect([status, message]).toEqual([409, expect.stringContaining(`Key: ${key},`)])
  })
})
