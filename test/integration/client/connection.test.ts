/** Reaching a server through `@kubewright/client`, and being refused by it. */
import { createClient, isForbidden, isUnauthorized, loadConfig } from '@kubewright/client'
import { restClientMetrics } from '@kubewright/client/calls'
import { ConfigMap, Namespace, SelfSubjectReview } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { failureOf, openClient } from './client.ts'
import { server, useServer } from './server.ts'

useServer()

describe('client connection', () => {
  it('authenticates from a kubeconfig', async () => {
    await using client = createClient(await loadConfig({ kubeconfig: server().kubeconfigPath }))
    const { status } = await client.create(SelfSubjectReview, {})
    expect(status?.userInfo).toMatchObject({
      username: server().administrator,
      groups: ['system:masters', 'system:authenticated'],
    })
  })

  it("fails if the server's certificate is not trusted", async () => {
    const { url, token } = server()
    await using client = createClient({ server: url, token }, { retry: false })
    const failure = await failureOf(client.get(Namespace, { name: 'default' }))
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^KW_CLIENT_/),
      message: expect.stringMatching(/certificate/),
    })
  })

  it('is unauthorized with an unknown token, which the error does not contain', async () => {
    const { url, ca } = server()
    await using client = createClient({ server: url, ca, token: 'nobody' })
    const failure = await failureOf(client.get(Namespace, { name: 'default' }))
    expect(isUnauthorized(failure)).toBe(true)
    expect(String(failure)).not.toContain('nobody')
  })

  it('impersonates a user, and reports what that user is forbidden to do', async () => {
    const { url, ca, token } = server()
    const impersonate = { user: 'jane', groups: ['developers'], extra: { reason: ['test'] } }
    await using client = createClient({ server: url, ca, token, impersonate })
    const { status } = await client.create(SelfSubjectReview, {})
    const failure = await failureOf(client.list(ConfigMap, { namespace: 'kube-system' }))
    expect(status?.userInfo).toMatchObject({ username: 'jane', extra: { reason: ['test'] } })
    expect(isForbidden(failure)).toBe(true)
    expect(failure).toMatchObject({
      status: 403,
      message: expect.stringContaining(
        'User "jane" cannot list resource "configmaps" in API group "" in the namespace "kube-system"',
      ),
    })
  })

  it('requests non-resource paths and counts requests in metrics', async () => {
    const metrics = restClientMetrics()
    await using client = openClient({ observer: metrics.observer })
    const version = (await client.request({ path: '/version' })).json()
    const ready = await client.request({ path: '/readyz', query: { verbose: true } })
    const [requests] = metrics.collect()
    expect(version).toMatchObject({ gitVersion: expect.stringMatching(/^v1\.36\./) })
    expect(ready.text).toContain('readyz check passed')
    expect(requests).toMatchObject({ name: 'rest_client_requests_total', samples: [{ value: 2 }] })
  })
})
