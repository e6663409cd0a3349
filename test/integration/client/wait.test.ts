/** Waiting through `@kubewright/client`. */
import { available, complete, conditionIs, deleted, established } from '@kubewright/client'
import { ConfigMap, CustomResourceDefinition, Deployment, Job } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { deployment, failureOf, openClient, openClientInNamespace } from './client.ts'
import { anythingDefinition } from '../../conformance/custom-resource.ts'
import { uniqueName } from '../../conformance/real-server.ts'
import { useServer } from './server.ts'

useServer()

const web = { name: 'web' }

describe('waitFor', () => {
  it('resolves when a CustomResourceDefinition created later is established', async () => {
    await using client = openClient()
    const definition = anythingDefinition(`${uniqueName('wait')}.example.dev`)
    const waiting = client.waitFor(CustomResourceDefinition, { name: definition.metadata.name }, established)
    await client.create(CustomResourceDefinition, definition)
    expect((await waiting).status?.acceptedNames?.plural).toBe('anythings')
  })

  it('resolves when a watch event fulfils the condition', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const waiting = client.waitFor(Deployment, web, available)
    const now = '2026-01-01T00:00:00Z'
    const condition = { type: 'Available', lastTransitionTime: now, lastUpdateTime: now }
    for (const status of ['False', 'True']) {
      const conditions = [{ ...condition, status, reason: 'Any', message: '' }]
      await client.status.patch(Deployment, web, { status: { observedGeneration: 1, conditions } })
    }
    expect((await waiting).status?.conditions?.[0]?.status).toBe('True')
  })

  it('does not accept a condition of an older generation', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const conditions = [{ type: 'Available', status: 'True', reason: 'Any', message: '' }]
    await client.status.patch(Deployment, web, { status: { observedGeneration: 1, conditions } })
    await client.patch(Deployment, web, { spec: { replicas: 2 } })
    const failure = await failureOf(client.waitFor(Deployment, web, available, { timeout: '300ms' }))
    expect(failure).toMatchObject({
      code: 'KW_CLIENT_WAIT_TIMEOUT',
      message: expect.stringContaining('for an older generation'),
    })
  })

  it('resolves when the object is deleted', async () => {
    await using client = await openClientInNamespace()
    await client.create(ConfigMap, { metadata: { name: 'web', finalizers: ['example.dev/hold'] } })
    const waiting = client.waitFor(ConfigMap, web, deleted)
    await client.delete(ConfigMap, web)
    await client.patch(ConfigMap, web, { metadata: { finalizers: [] } })
    expect(await waiting).toBeUndefined()
  })

  it('fails at once if the condition has become impossible', async () => {
    await using client = await openClientInNamespace()
    const containers = [{ name: 'main', image: 'main:1' }]
    await client.create(Job, { metadata: web, spec: { template: { spec: { restartPolicy: 'Never', containers } } } })
    const waiting = failureOf(client.waitFor(Job, web, complete))
    const startTime = '2026-01-01T00:00:00Z'
    const failed = (type: string) => ({ type, status: 'True', reason: 'BackoffLimitExceeded', message: 'too often' })
    const conditions = [failed('FailureTarget'), failed('Failed')]
    await client.status.patch(Job, web, { status: { startTime, failed: 1, conditions } })
    expect(await waiting).toMatchObject({
      code: 'KW_CLIENT_WAIT_IMPOSSIBLE',
      message: expect.stringContaining('Failed=True (BackoffLimitExceeded: too often)'),
    })
  })

  it('reports the last observed state in its timeout error', async () => {
    await using client = await openClientInNamespace()
    await client.create(Deployment, deployment('web'))
    const failure = await failureOf(client.waitFor(Deployment, web, conditionIs('Progressing'), { timeout: '200ms' }))
    expect(failure).toMatchObject({ message: expect.stringContaining('it has no condition Progressing') })
  })
})
