/** A server with virtual time: the same seed and requests yield the same bytes, including watches. */
import { randomInt } from '@kubewright/core/random'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LocalTransport } from './http/local-transport.ts'
import { loadApiServer } from './load-api-server.ts'
import type { LocalWebhook } from './outbound/local-webhooks.ts'
import { startApiServer } from './start-api-server.ts'

const definition = {
  metadata: { name: 'things.test.example.dev' },
  spec: {
    group: 'test.example.dev',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const webhookConfiguration = {
  metadata: { name: 'hook' },
  webhooks: [
    {
      name: 'hook.test.example.dev',
      clientConfig: { url: 'https://hooks.test/' },
      rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE'], resources: ['configmaps', 'things'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
}

const hook: LocalWebhook = ({ body }) => {
  const { uid } = (JSON.parse(body) as { request: { uid: string } }).request
  const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid, allowed: true } }
  return { status: 200, body: Buffer.from(JSON.stringify(review)) }
}

interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly type?: string
  readonly body?: object
}

const roots = [
  { path: '/api/v1/namespaces/play/configmaps', kind: 'ConfigMap', apiVersion: 'v1', field: 'data' },
  {
    path: '/apis/test.example.dev/v1/namespaces/play/things',
    kind: 'Thing',
    apiVersion: 'test.example.dev/v1',
    field: 'spec',
  },
] as const

function randomRequest(random: ReturnType<typeof seededRandom>): RandomRequest {
  const { path, kind, apiVersion, field } = roots[randomInt(random, roots.length)]!
  const name = `object-${randomInt(random, 4)}`
  const object = { kind, apiVersion, metadata: { name }, [field]: { key: String(randomInt(random, 9)) } }
  const one = `${path}/${name}`
  const requests: readonly RandomRequest[] = [
    { method: 'POST', path, body: object },
    { method: 'POST', path, body: { ...object, metadata: { generateName: 'made-' } } },
    { method: 'PATCH', path: one, type: 'merge-patch+json', body: { [field]: object[field] } },
    { method: 'PATCH', path: `${one}?fieldManager=a&force=true`, type: 'apply-patch+yaml', body: object },
    { method: 'DELETE', path: one },
    { method: 'GET', path: `${path}?limit=3` },
  ]
  return requests[randomInt(random, requests.length)]!
}

/** All responses of the server, in order. */
async function play(seed: string): Promise<readonly string[]> {
  const [clock, script, random] = [new VirtualClock(), seededRandom(`${seed} script`), seededRandom(seed)]
  const webhooks = new Map([['hooks.test:443', hook]])
  await using server = await startApiServer({
    clock,
    random,
    ids: seededIds(random),
    webhooks,
    emptiesNamespaces: true,
  })
  const transport = server.transport()
  const said: string[] = []
  const ask = async ({ method, path, type = 'json', body }: RandomRequest) => {
    const headers = { 'content-type': `application/${type}` }
    const sent = { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await transport.send(sent)
    said.push(`${response.status} ${JSON.stringify(response.headers)} ${await response.body.text()}`)
  }
  await ask({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'play' } } })
  await ask({ method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body: definition })
  const hooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
  await ask({ method: 'POST', path: hooks, body: webhookConfiguration })
  await clock.advance('10s')
  const followed = await Promise.all(roots.map(({ path }) => follow(transport, path)))
  for (let round = 0; round < 25; round++) {
    await Promise.all(Array.from({ length: 1 + randomInt(script, 5) }, () => ask(randomRequest(script))))
    await clock.advance(randomInt(script, 5_000))
  }
  await ask({ method: 'DELETE', path: '/api/v1/namespaces/play' })
  await clock.advance('2h')
  await ask({ method: 'GET', path: '/api/v1/namespaces/play' })
  return [...said, ...(await Promise.all(followed.map((text) => text())))]
}

/** Watches until the timeout, then returns the received text. */
async function follow(transport: LocalTransport, path: string): Promise<() => Promise<string>> {
  const url = `${path}?watch=true&allowWatchBookmarks=true&timeoutSeconds=3600`
  const text = (await transport.send({ method: 'GET', path: url, headers: {}, streams: true })).body.text()
  return () => text
}

describe('a server with virtual time and seeded randomness', () => {
  beforeAll(loadApiServer, 60_000)

  it.each(['one', 'two', 'three'])(
    'returns identical bytes when repeated: seed %s',
    { timeout: 30_000 },
    async (seed) => {
      const [first, again] = [await play(seed), await play(seed)]
      expect(first.length).toBeGreaterThan(30)
      expect(again).toEqual(first)
    },
  )

  it('returns other bytes for another seed', { timeout: 30_000 }, async () => {
    expect(await play('one')).not.toEqual(await play('two'))
  })
})
