import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import type { Transport, TransportRequest } from '@kubewright/client/transport'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureAnswer } from './injected-answer.ts'
import type { FailureStatus } from '../plan/plan.ts'
import type { RefusedCall } from './server-refusal.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const metadata = { name: 'blog', namespace: 'default' }
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
const planned = 'a planned fault of the exploration'
const call: RefusedCall = { verb: 'update', group: '', resource: 'configmaps', namespace: 'default', name: 'blog' }

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
}, 30_000)
afterAll(() => server[Symbol.asyncDispose]())

type Asked = Pick<TransportRequest, 'method' | 'path'> & { readonly body?: object }

async function answerOf({ body, ...asked }: Asked, as?: string) {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const transport = server.transport(as === undefined ? {} : { user: { name: as, groups: [] } }) as Transport
  return await read(
    transport.send({ ...asked, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  )
}

async function read(answer: ReturnType<Transport['send']>) {
  const { status, headers, body } = await answer
  const text = await body.text()
  const type = String(headers['content-type']).split(';')[0]
  return { status, type, said: text.startsWith('{') ? (JSON.parse(text) as object) : text }
}

function injected(status: FailureStatus, about: Partial<RefusedCall> = {}) {
  return read(Promise.resolve(failureAnswer(status, { ...call, ...about })))
}

/** With the reason that the exploration gives in place of others. */
function withReason<Answer extends { said: object | string }>(answer: Answer): Answer {
  const said = answer.said as { message: string }
  return { ...answer, said: { ...said, message: `${said.message}: ${planned}` } }
}

describe('an injected error response equals that of the server', () => {
  it('for a conflict', async () => {
    await answerOf({ method: 'POST', path: maps, body: map })
    const body = { ...map, metadata: { ...metadata, resourceVersion: '1' } }
    expect(await injected(409)).toEqual(await answerOf({ method: 'PUT', path: `${maps}/blog`, body }))
  })

  it('for a kind that is not served', async () => {
    expect(await injected(404)).toEqual(await answerOf({ method: 'GET', path: '/apis/other.example.dev/v1/others' }))
  })

  it.each([
    { asked: { method: 'PUT', path: `${maps}/blog`, body: map }, about: {} },
    { asked: { method: 'POST', path: maps, body: map }, about: { verb: 'create' } },
    {
      asked: { method: 'GET', path: '/apis/apps/v1/deployments' },
      about: { verb: 'list', group: 'apps', resource: 'deployments', namespace: undefined, name: undefined },
    },
    {
      asked: { method: 'PUT', path: '/apis/apps/v1/namespaces/default/deployments/blog/status', body: {} },
      about: { group: 'apps', resource: 'deployments/status' },
    },
  ] satisfies readonly { asked: Asked; about: Partial<RefusedCall> }[])(
    'for a forbidden request: $asked.method $asked.path',
    async ({ asked, about }) => {
      expect(await injected(403, about)).toEqual(withReason(await answerOf(asked, 'explored')))
    },
  )

  it('for a request refused by an admission policy', async () => {
    const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }
    const named = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: 'exploration' } }
    await answerOf({
      method: 'POST',
      path: policies,
      body: {
        ...named,
        kind: 'ValidatingAdmissionPolicy',
        spec: {
          matchConstraints: { resourceRules: [rule] },
          validations: [{ expression: "object.metadata.name != 'refused'", message: planned }],
        },
      },
    })
    await answerOf({
      method: 'POST',
      path: policies.replace('policies', 'policybindings'),
      body: {
        ...named,
        kind: 'ValidatingAdmissionPolicyBinding',
        spec: { policyName: 'exploration', validationActions: ['Deny'] },
      },
    })
    const body = { ...map, metadata: { ...metadata, name: 'refused' } }
    const refused = await answerOf({ method: 'POST', path: maps, body })
    expect(refused).toEqual(await injected(422, { verb: 'create', name: 'refused' }))
  })
})
