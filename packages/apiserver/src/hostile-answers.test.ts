import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiServer } from './api-server.ts'
import { startApiServer } from './start-api-server.ts'
import { canonical, hostileNames, hostileValues, saturated, sharedPrototypes } from './testing/hostile-names.ts'

interface Review {
  readonly apiVersion: string
  readonly kind: string
  readonly request: { readonly uid: string; readonly desiredAPIVersion?: string; readonly objects?: readonly object[] }
}

const host = 'hooks.test:443'
const url = 'https://hooks.test'
const maps = '/api/v1/namespaces/default/configmaps'
const boxes = '/apis/example.com/v2/namespaces/default/boxes'
const configuration = {
  path: '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
  object: {
    metadata: { name: 'hostile' },
    webhooks: [
      {
        name: 'hostile.hooks.test',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        clientConfig: { url },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } },
      },
    ],
  },
}
const version = (name: string) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
})
const definition = {
  path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  object: {
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'boxes', singular: 'box', kind: 'Box', listKind: 'BoxList' },
      versions: [version('v1'), version('v2')],
      conversion: { strategy: 'Webhook', webhook: { clientConfig: { url }, conversionReviewVersions: ['v1'] } },
    },
  },
}

/**
 * In kube-apiserver, too, a webhook's JSON patch that cannot be applied is an internal error (recorded in `webhooks-1.36.json`).
 * Any other 500 is a fault.
 */
const inapplicable = [
  /^Internal error occurred: \w+ operation does not apply: (?:doc )?is missing (?:from |destination )?path/,
  /^Internal error occurred: error in (?:remove|move) for path: .*: Unable to remove nonexistent key/,
  /^Internal error occurred: testing value .* failed/,
  /^Internal error occurred: json: cannot unmarshal /,
]

describe('names of Object.prototype members in webhook responses and user extras', () => {
  let server: ApiServer
  /** The members of the response to an admission review, as JSON. */
  let admission = '"allowed":true'
  /** The members of a converted object beside its type and metadata, as JSON. */
  let content = ''

  const hook = ({ body }: { readonly body: string }) => {
    const { apiVersion, kind, request } = JSON.parse(body) as Review
    const response = kind === 'ConversionReview' ? converted(request) : `{"uid":"${request.uid}",${admission}}`
    const text = `{"apiVersion":"${apiVersion}","kind":"${kind}","response":${response}}`
    return { status: 200, contentType: 'application/json', body: Buffer.from(text) }
  }

  function converted({ uid, desiredAPIVersion, objects = [] }: Review['request']): string {
    const done = objects.map((object) => {
      const text = JSON.stringify({ ...object, apiVersion: desiredAPIVersion })
      return content === '' ? text : `${text.slice(0, -1)},${content}}`
    })
    return `{"uid":"${uid}","result":{"status":"Success"},"convertedObjects":[${done.join(',')}]}`
  }

  beforeAll(async () => {
    server = await startApiServer({ webhooks: new Map([[host, hook]]) })
    for (const { path, object } of [configuration, definition]) await send('POST', path, JSON.stringify(object))
  })

  afterAll(() => server[Symbol.asyncDispose]())

  async function send(method: string, path: string, body = '', headers: Record<string, string> = {}) {
    const typed = { 'content-type': 'application/json', ...headers }
    const answer = await server.transport().send({ method, path, headers: typed, body })
    return { status: answer.status, object: JSON.parse(await answer.body.text()) as Record<string, unknown> }
  }

  async function createdWith(response: string) {
    admission = response
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"a":"b"}}'
    const answer = await send('POST', `${maps}?dryRun=All`, body)
    admission = '"allowed":true'
    return answer
  }

  const patching = (patch: string) =>
    `"allowed":true,"patchType":"JSONPatch","patch":"${Buffer.from(patch).toString('base64')}"`

  describe.each(hostileNames)('%s', (name) => {
    const member = JSON.stringify(name)

    it.each(hostileValues)("does not pollute a prototype through a webhook's JSON patch: %s", async (value) => {
      const before = sharedPrototypes()
      const paths = ['', '/metadata', '/data'].flatMap((at) => [`${at}/${name}`, `${at}/${name}/polluted`])
      const operations = paths.flatMap((path) => [
        ...['add', 'replace', 'remove', 'test'].map((op) => `{"op":"${op}","path":"${path}","value":${value}}`),
        ...['copy', 'move'].flatMap((op) => [
          `{"op":"${op}","from":"/data","path":"${path}"}`,
          `{"op":"${op}","from":"${path}","path":"/data/c"}`,
        ]),
      ])
      const faults: string[] = []
      for (const operation of operations) {
        const { status, object } = await createdWith(patching(`[${operation}]`))
        if (sharedPrototypes() !== before) throw new Error(`a prototype has changed: ${operation}`)
        const message = String(object['message'])
        if (status >= 500 && !inapplicable.some((form) => form.test(message)))
          faults.push(`${status} ${message}: ${operation}`)
      }
      expect(faults).toEqual([])
    })

    it("is stored when a webhook's patch adds it", async () => {
      const { status, object } = await createdWith(patching(`[{"op":"add","path":"/data/${name}","value":"own"}]`))
      expect([status, canonical(object['data'])]).toEqual([201, canonical(JSON.parse(`{${member}:"own","a":"b"}`))])
    })

    it('does not count as the allowed field of a webhook response', async () => {
      const { status } = await createdWith(`${member}:{"allowed":true}`)
      expect(status).toBe(400)
    })

    it('is kept in converted objects at every depth', async () => {
      const before = sharedPrototypes()
      const stored = '{"apiVersion":"example.com/v1","kind":"Box","metadata":{"name":"box"}}'
      await send('POST', boxes.replace('v2', 'v1'), stored)
      const spec = saturated('{"deep":{"er":[{}]}}', name, hostileValues[1]!)
      content = `${member}:${hostileValues[0]},"spec":${spec}`
      const { status, object } = await send('GET', `${boxes}/box`)
      content = ''
      await send('DELETE', `${boxes}/box`)
      expect([status, canonical(object['spec'])]).toEqual([200, canonical(JSON.parse(spec))])
      expect(canonical(Object.getOwnPropertyDescriptor(object, name)?.value)).toBe(
        canonical(JSON.parse(hostileValues[0]!)),
      )
      expect(sharedPrototypes()).toBe(before)
    })

    it('is kept as extra key of an impersonated user', async () => {
      const before = sharedPrototypes()
      const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
      const { object } = await send('POST', path, '{}', {
        'impersonate-user': 'ada',
        [`impersonate-extra-${name}`]: 'own',
      })
      const { userInfo } = object['status'] as { userInfo: { extra: object } }
      expect(canonical(userInfo.extra)).toBe(`{${member.toLowerCase()}:["own"]}`)
      expect(sharedPrototypes()).toBe(before)
    })

    it('grants no access as extra key in a SubjectAccessReview', async () => {
      const spec = `{"user":"ada","extra":{${member}:["system:masters"]},"resourceAttributes":{"verb":"get","resource":"pods"}}`
      const { object } = await send('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', `{"spec":${spec}}`)
      const kept = object as { spec: { extra: object }; status: object }
      expect([canonical(kept.spec.extra), kept.status]).toEqual([`{${member}:["system:masters"]}`, { allowed: false }])
    })
  })
})
