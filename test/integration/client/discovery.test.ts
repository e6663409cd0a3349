/** Discovery and handles found at run time, through `@kubewright/client`. */
import { isUnknownKind } from '@kubewright/client'
import { servedGroups } from '@kubewright/kubernetes/discovery'
import { describe, expect, it, vi } from 'vitest'
import { failureOf, openClient, openClientInNamespace } from './client.ts'
import { anythingDefinition, establish } from '../../conformance/custom-resource.ts'
import { openRawApi } from '../../../tools/kube-apiserver/raw-api.ts'
import { uniqueName } from '../../conformance/real-server.ts'
import { server, useServer } from './server.ts'

useServer()

describe('discover', () => {
  it.each([
    { query: 'Deployment', plural: 'deployments', group: 'apps', version: 'v1' },
    { query: 'deploy', plural: 'deployments', group: 'apps', version: 'v1' },
    { query: 'cm', plural: 'configmaps', group: '', version: 'v1' },
    { query: 'Event', plural: 'events', group: '', version: 'v1' },
    { query: 'Event.events.k8s.io', plural: 'events', group: 'events.k8s.io', version: 'v1' },
    { query: 'hpa', plural: 'horizontalpodautoscalers', group: 'autoscaling', version: 'v2' },
    {
      query: 'HorizontalPodAutoscaler.v1.autoscaling',
      plural: 'horizontalpodautoscalers',
      group: 'autoscaling',
      version: 'v1',
    },
    { query: { apiVersion: 'batch/v1', kind: 'Job' }, plural: 'jobs', group: 'batch', version: 'v1' },
  ])('finds $query', async ({ query, ...found }) => {
    await using client = openClient()
    expect(await client.discover(query)).toMatchObject(found)
  })

  it('returns every built-in kind equal to its generated handle', async () => {
    await using client = openClient()
    const { resources, stale } = await client.discoverAll()
    const found = new Map(resources.map((each) => [`${each.group}/${each.version}/${each.plural}`, each]))
    const builtIn = servedGroups.flatMap(({ versions }) => versions.flatMap(({ resources: each }) => each))
    for (const { resource } of builtIn) {
      const { '~types': _, ...handle } = resource
      const { verbs, ...discovered } = found.get(`${handle.group}/${handle.version}/${handle.plural}`)!
      expect({ ...discovered, verbs: [...verbs].sort() }).toEqual({ ...handle, verbs: [...handle.verbs].sort() })
    }
    expect(stale).toEqual([])
  })

  it('finds a kind that was defined after the first discovery', async () => {
    await using client = await openClientInNamespace()
    using api = openRawApi(server())
    const kind = `Anything.${uniqueName('late')}.example.dev`
    const unknown = await failureOf(client.discover(kind))
    await establish(api, anythingDefinition(kind.replace('Anything.', '')))

    // Discovery of a real server lags behind the Established condition.
    const anything = await vi.waitFor(() => client.discover(kind), { timeout: 20_000 })
    const created = await client.create(anything, { metadata: { name: 'one' }, colour: 'red' })
    const { items } = await client.list(anything)

    expect(isUnknownKind(unknown)).toBe(true)
    expect(created).toMatchObject({ kind: 'Anything', metadata: { name: 'one' }, colour: 'red' })
    expect(items).toEqual([created])
  })

  it('distinguishes a kind that is not served from an object that does not exist', async () => {
    await using client = openClient()
    const deployment = await client.discover('Deployment')
    const failure = await failureOf(client.get({ ...deployment, version: 'v9' }, { name: 'a', namespace: 'default' }))
    expect(isUnknownKind(failure)).toBe(true)
  })
})
