import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiServer } from './api-server.ts'
import { startApiServer } from './start-api-server.ts'
import {
  canonical,
  hostileNames,
  hostileValues,
  protobufConfigMap,
  saturated,
  sharedPrototypes,
} from './testing/hostile-names.ts'

const anonymous = { user: { name: 'system:anonymous', groups: ['system:unauthenticated'] } }

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boxes.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'boxes', singular: 'box', kind: 'Box', listKind: 'BoxList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: {
              spec: {
                type: 'object',
                'x-kubernetes-preserve-unknown-fields': true,
                properties: {
                  items: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      'x-kubernetes-preserve-unknown-fields': true,
                      properties: { name: { type: 'string' }, size: { type: 'integer', default: 1 } },
                    },
                  },
                },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
}

/** Objects that are sent in each body form, with hostile names at every depth. */
const targets = [
  {
    path: '/api/v1/namespaces/default/configmaps',
    object: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","labels":{"a":"b"}},"data":{"a":"b"}}',
  },
  {
    path: '/api/v1/namespaces/default/pods',
    object:
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"x"},"spec":{"containers":[{"name":"c","image":"i","resources":{"limits":{"cpu":"1"}}}]}}',
  },
  {
    path: '/apis/apps/v1/namespaces/default/deployments',
    object:
      '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"x"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}',
  },
  {
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    object:
      '{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"x"},"rules":[{"verbs":["get"],"apiGroups":[""],"resources":["pods"]}]}',
  },
  {
    path: '/apis/example.com/v1/namespaces/default/boxes',
    object:
      '{"apiVersion":"example.com/v1","kind":"Box","metadata":{"name":"x"},"spec":{"n":1,"items":[{"name":"a"}],"deep":{"er":{}}},"status":{"n":1}}',
  },
] as const

const patchForms = ['merge-patch+json', 'strategic-merge-patch+json', 'apply-patch+yaml'] as const
const subresources = ['status', 'scale', 'resize', 'ephemeralcontainers'] as const

interface Sent {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly body: string
}

interface Hostile {
  readonly name: string
  readonly value: string
  readonly subresource: string
}

/** Every way to write the object, with the hostile name and value at every depth. */
function* writes({ path, object }: (typeof targets)[number], hostile: Hostile): Generator<Sent> {
  const body = saturated(object, hostile.name, hostile.value)
  for (const dryRun of ['?dryRun=All', '']) {
    for (const type of ['application/json', 'application/yaml'])
      yield { method: 'POST', path: path + dryRun, type, body }
    for (const below of ['', `/${hostile.subresource}`]) {
      const to = `${path}/x${below}${dryRun}`
      yield { method: 'PUT', path: to, type: 'application/json', body }
      yield* patches(to, hostile, body)
    }
  }
}

function* patches(path: string, { name, value }: Hostile, whole: string): Generator<Sent> {
  const member = JSON.stringify(name)
  const bodies = [
    whole,
    `{${member}:${value},"apiVersion":"v1","$retainKeys":[${member}]}`,
    `{"$setElementOrder/${name}":[${value}],"$deleteFromPrimitiveList/${name}":[${value}]}`,
  ]
  for (const form of patchForms) {
    const by = form.startsWith('apply') ? `${path.includes('?') ? '&' : '?'}fieldManager=me&force=true` : ''
    for (const body of bodies) yield { method: 'PATCH', path: path + by, type: `application/${form}`, body }
  }
  for (const at of [`/${name}`, `/metadata/${name}`, `/${name}/polluted`]) {
    const operations = ['add', 'replace', 'remove'].map((op) => `[{"op":"${op}","path":"${at}","value":${value}}]`)
    for (const body of [...operations, `[{"op":"copy","from":"/metadata","path":"${at}"}]`])
      yield { method: 'PATCH', path, type: 'application/json-patch+json', body }
  }
}

describe('names of Object.prototype members in request bodies', () => {
  let server: ApiServer

  beforeAll(async () => {
    server = await startApiServer()
    await send({
      method: 'POST',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      type: 'application/json',
      body: JSON.stringify(definition),
    })
  })

  afterAll(() => server[Symbol.asyncDispose]())

  async function send({ method, path, type, body }: Sent | (Omit<Sent, 'body'> & { body: Buffer | string })) {
    const answer = await server.transport().send({ method, path, headers: { 'content-type': type }, body })
    return { status: answer.status, text: await answer.body.text() }
  }

  async function get(path: string) {
    const { body } = await server.transport().send({ method: 'GET', path, headers: {} })
    return JSON.parse(await body.text()) as Record<string, unknown>
  }

  const isRefusedToAnonymous = async () => {
    const answer = await server.transport(anonymous).send({ method: 'GET', path: '/api/v1/secrets', headers: {} })
    await answer.body.text()
    return answer.status === 403
  }

  describe.each(targets)('in writes to $path', (target) => {
    it.each(hostileNames)(
      'pollute no prototype and grant no access: %s',
      async (name) => {
        const before = sharedPrototypes()
        for (const [at, value] of hostileValues.entries()) {
          await send({ method: 'POST', path: target.path, type: 'application/json', body: target.object })
          for (const one of writes(target, { name, value, subresource: subresources[at]! })) {
            const { status, text } = await send(one)
            if (sharedPrototypes() !== before) throw new Error(`a prototype has changed: ${JSON.stringify(one)}`)
            if (status >= 500 && !isUndeclaredField(one, name, text))
              throw new Error(`${status} ${text}: ${JSON.stringify(one)}`)
          }
        }
        expect(await isRefusedToAnonymous()).toBe(true)
      },
      60_000,
    )
  })

  describe.each(hostileNames)('are stored unchanged: %s', (name) => {
    const member = JSON.stringify(name)
    const maps = '/api/v1/namespaces/default/configmaps'
    const kept = `{"__proto__":"own",${name === '__proto__' ? '' : `${member}:"own",`}"a":"b"}`

    it.each([
      ['application/json', (body: string) => body],
      ['application/yaml', (body: string) => body],
      [
        'application/yaml',
        () =>
          `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kept\ndata:\n  ${[...new Set(['__proto__', name])].map((one) => `${one}: own`).join('\n  ')}\n  a: b\n`,
      ],
    ])('when created as %s', async (type, write) => {
      const body = write(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"kept"},"data":${kept}}`)
      const { status } = await send({ method: 'POST', path: maps, type, body })
      const { data } = await get(`${maps}/kept`)
      await send({ method: 'DELETE', path: `${maps}/kept`, type: 'application/json', body: '' })
      expect([status, canonical(data)]).toEqual([201, canonical(JSON.parse(kept))])
    })

    it('when created as protobuf', async () => {
      const body = protobufConfigMap('wire', name, 'own')
      const { status } = await send({ method: 'POST', path: maps, type: 'application/vnd.kubernetes.protobuf', body })
      const { data } = await get(`${maps}/wire`)
      await send({ method: 'DELETE', path: `${maps}/wire`, type: 'application/json', body: '' })
      expect([status, canonical(data)]).toEqual([201, `{${member}:"own"}`])
    })

    it.each([
      ['merge-patch+json', `{"data":{${member}:"own"}}`],
      ['strategic-merge-patch+json', `{"data":{${member}:"own"}}`],
      ['json-patch+json', `[{"op":"add","path":"/data/${name}","value":"own"}]`],
      ['apply-patch+yaml', `{"apiVersion":"v1","kind":"ConfigMap","data":{${member}:"own"}}`],
    ])('when added and removed by a patch: %s', async (form, body) => {
      const path = `${maps}/patched-${form.replace('+', '-')}`
      const type = `application/${form}`
      const by = form.startsWith('apply') ? '?fieldManager=me' : ''
      const object = `{"metadata":{"name":"${path.slice(maps.length + 1)}"},"data":{"a":"b"}}`
      await send({ method: 'POST', path: maps, type: 'application/json', body: object })
      const added = await send({ method: 'PATCH', path: path + by, type, body })
      const { data } = await get(path)
      const reverse =
        form === 'json-patch+json'
          ? body.replace('"add"', '"remove"')
          : body.replace('"own"', form.startsWith('apply') ? '"own"' : 'null').replace(/,"data".*/, '}')
      const removed = await send({ method: 'PATCH', path: path + by, type, body: reverse })
      const after = await get(path)
      await send({ method: 'DELETE', path, type: 'application/json', body: '' })
      expect([added.status, canonical(data)]).toEqual([200, canonical(JSON.parse(`{${member}:"own","a":"b"}`))])
      expect([removed.status, canonical(after['data'])]).toEqual([200, '{"a":"b"}'])
    })

    const boxes = '/apis/example.com/v1/namespaces/default/boxes'
    const content = saturated(
      '{"deep":{"er":[{}]},"items":[{"name":"a","size":2}]}',
      name,
      '{"a":[1,{"constructor":{}}]}',
    )

    it.each([
      ['POST', '', (object: string) => object],
      ['PUT', '/box', (object: string) => object],
      ['PATCH merge-patch+json', '/box', (object: string) => object],
      ['PATCH apply-patch+yaml', '/box?fieldManager=me', (object: string) => object],
      ['PUT', '/box/status', (object: string) => object],
      ['PATCH merge-patch+json', '/box/status', (object: string) => object],
    ])('in a custom resource at every depth: %s%s', async (how, below, write) => {
      const [method = '', form] = how.split(' ')
      const start = '{"apiVersion":"example.com/v1","kind":"Box","metadata":{"name":"box"'
      if (method !== 'POST')
        await send({ method: 'POST', path: boxes, type: 'application/json', body: `${start}},${member}:{"top":1}}` })
      const { metadata } = method === 'PUT' ? await get(`${boxes}/box`) : { metadata: {} }
      const { resourceVersion } = metadata as { resourceVersion?: string }
      const version = resourceVersion === undefined ? '' : `,"resourceVersion":"${resourceVersion}"`
      const part = below.includes('status') ? 'status' : 'spec'
      const body = write(`${start}${version}},${member}:{"top":1},"${part}":${content}}`)
      const type = form === undefined ? 'application/json' : `application/${form}`
      const { status, text } = await send({ method, path: boxes + below, type, body })
      const stored = await get(`${boxes}/box`)
      await send({ method: 'DELETE', path: `${boxes}/box`, type: 'application/json', body: '' })
      expect([status < 300, text.slice(0, 200)]).toEqual([true, expect.any(String)])
      expect(canonical(stored[part])).toBe(canonical(JSON.parse(content)))
      expect(canonical(Object.getOwnPropertyDescriptor(stored, name)?.value)).toBe('{"top":1}')
    })
  })
})

/** kube-apiserver also answers 500 to an apply with an undeclared field: recorded in conformance 1.5. */
function isUndeclaredField({ type }: Sent, name: string, text: string): boolean {
  if (type !== 'application/apply-patch+yaml') return false
  const { code, message } = JSON.parse(text) as { code: number; message: string }
  const refused =
    /^failed to create typed patch object \(\/x; [^)]+\): (?:\.metadata)?\.(\w+): field not declared in schema$/
  return code === 500 && refused.exec(message)?.[1] === name
}
