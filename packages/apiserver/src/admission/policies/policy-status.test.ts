import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { startApiServer } from '../../start-api-server.ts'
import { ruleFor, widgetDefinition } from '../testing/play-parts.ts'

const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'

/** A server that runs only the policy status controller. */
async function openServer() {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, checksPolicies: true })
  const transport = server.transport()
  return {
    async request(method: string, path: string, body?: unknown) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
      const headers = { accept: 'application/json', 'content-type': type }
      const response = await transport.send({ method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      return JSON.parse(await response.body.text()) as Record<string, unknown>
    },
    /** The policy once its status has observed the current generation. */
    async statusOf(name: string) {
      for (;;) {
        await clock.advance('0ms')
        const policy = await this.request('GET', `${policies}/${name}`)
        const { generation } = policy['metadata'] as { generation: number }
        const status = policy['status'] as { observedGeneration?: number } | undefined
        if (status?.observedGeneration === generation) return policy
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const policyFor = (resources: readonly string[], more: object, groups: readonly string[] = ['apps']) => ({
  metadata: { name: 'p' },
  spec: {
    matchConstraints: { resourceRules: [ruleFor(resources, { apiGroups: groups, apiVersions: ['v1'] })] },
    ...more,
  },
})

describe('ValidatingAdmissionPolicy status controller', () => {
  it('sets observedGeneration and empty typeChecking for a valid policy', async () => {
    await using server = await openServer()
    await server.request(
      'POST',
      policies,
      policyFor(['deployments'], { validations: [{ expression: 'object.spec.replicas < 5' }] }),
    )
    const { status, metadata } = await server.statusOf('p')
    expect(status).toEqual({ observedGeneration: 1, typeChecking: {} })
    const { managedFields } = metadata as {
      managedFields: { manager: string; operation: string; subresource?: string }[]
    }
    expect(managedFields[0]).toMatchObject({
      manager: 'validatingadmissionpolicy-status',
      operation: 'Apply',
      subresource: 'status',
    })
  })

  it('adds a type-checking warning per matched kind for unknown fields', async () => {
    await using server = await openServer()
    const validations = [
      { expression: 'object.spec.replcas < 5', messageExpression: 'string(object.spec.template.kind)' },
    ]
    await server.request('POST', policies, policyFor(['statefulsets', 'deployments'], { validations }))
    const problem = (kind: string, text: string, at: number, field: string) =>
      `apps/v1, Kind=${kind}: ERROR: <input>:1:${at}: undefined field '${field}'\n | ${text}\n | ${'.'.repeat(at - 1)}^\n`
    const both = (...parts: [string, number, string]) =>
      ['Deployment', 'StatefulSet'].map((kind) => problem(kind, ...parts)).join('\n')
    expect((await server.statusOf('p'))['status']).toEqual({
      observedGeneration: 1,
      typeChecking: {
        expressionWarnings: [
          { fieldRef: 'spec.validations[0].expression', warning: both('object.spec.replcas < 5', 12, 'replcas') },
          {
            fieldRef: 'spec.validations[0].messageExpression',
            warning: both('string(object.spec.template.kind)', 28, 'kind'),
          },
        ],
      },
    })
  })

  it('checks again when the policy changes', async () => {
    await using server = await openServer()
    await server.request(
      'POST',
      policies,
      policyFor(['deployments'], { validations: [{ expression: 'object.nope == 1' }] }),
    )
    await server.statusOf('p')
    const spec = { validations: [{ expression: 'has(object.spec.paused)' }] }
    await server.request('PATCH', `${policies}/p`, { spec })
    expect((await server.statusOf('p'))['status']).toEqual({ observedGeneration: 2 })
  })

  it.each([
    [
      'lists and maps',
      "object.spec.template.spec.containers.all(c, c.image.startsWith('a')) && object.metadata.labels['a'] == 'b'",
    ],
    ['int-or-string fields', 'object.spec.strategy.rollingUpdate.maxSurge == 1'],
    ['timestamps', "object.metadata.creationTimestamp < timestamp('2026-01-01T00:00:00Z')"],
    ['variables', "variables.first.name == 'a'"],
    ['params', "params.data.max == '1'"],
  ])('type-checks %s without warning', async (_, expression) => {
    await using server = await openServer()
    const more = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'first', expression: 'object.spec.template.spec.containers[0]' }],
      validations: [{ expression }],
    }
    await server.request('POST', policies, policyFor(['deployments'], more))
    expect((await server.statusOf('p'))['status']).toEqual({ observedGeneration: 1, typeChecking: {} })
  })

  it('type-checks custom resources by their schema and metadata', async () => {
    await using server = await openServer()
    await server.request('POST', widgetDefinition.path, widgetDefinition.body)
    const validations = [{ expression: "object.spec.z == '1'" }, { expression: "object.metadata.name == 'x'" }]
    await server.request('POST', policies, policyFor(['widgets'], { validations }, ['kw.dev']))
    expect((await server.statusOf('p'))['status']).toEqual({
      observedGeneration: 1,
      typeChecking: {
        expressionWarnings: [
          {
            fieldRef: 'spec.validations[0].expression',
            warning:
              "kw.dev/v1, Kind=Widget: ERROR: <input>:1:12: undefined field 'z'\n | object.spec.z == '1'\n | ...........^\n",
          },
        ],
      },
    })
  })

  it('does not type-check a policy that matches all resources', async () => {
    await using server = await openServer()
    await server.request(
      'POST',
      policies,
      policyFor(['*'], { validations: [{ expression: 'object.nope == 1' }] }, ['*']),
    )
    expect((await server.statusOf('p'))['status']).toEqual({ observedGeneration: 1, typeChecking: {} })
  })
})
