import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { openTelemetry } from '@kubewright/manager/opentelemetry'
import { manifest } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from './managed.ts'

const blog = { name: 'blog', namespace: 'default' }

describe('manager traces', () => {
  it('lead from the watch event through the queue wait to the reconcile and its requests', async () => {
    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
    const tracing = openTelemetry({ tracer: provider.getTracer('test') })
    await using cluster = await startCluster()
    const copies = defineController({
      name: 'copies',
      for: Secret,
      scope: { namespace: 'default' },
      owns: [ConfigMap],
      async reconcile({ metadata }, ctx) {
        await ctx.own({ copy: manifest(ConfigMap, { metadata: { name: metadata.name } }) })
        await ctx.client.get(Secret, { name: 'missing', namespace: 'default' }).catch(() => undefined)
        return done()
      },
    })
    const manager = managerOn(cluster, { controllers: [copies], tracing, permissions: 'skip' })
    await using _ = manager.start()
    await rest(cluster, manager)
    await cluster.client.create(Secret, { metadata: blog })
    await rest(cluster, manager)

    const spans = exporter.getFinishedSpans()
    const parentOf = (span: (typeof spans)[number]) =>
      spans.find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId)?.name
    expect(spans.map((span) => [span.name, parentOf(span)])).toEqual([
      ['wait', 'copies'],
      ['apply configmaps', 'reconcile copies'],
      ['get secrets', 'reconcile copies'],
      ['reconcile copies', 'copies'],
      ['copies', undefined],
    ])
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1)
    expect(spans[3]!.attributes).toMatchObject({
      'kubewright.controller': 'copies',
      'kubewright.object': 'default/blog',
      'kubewright.reason': 'created',
      'kubewright.reconcile.id': manager.history(blog)[0]!.id,
    })
    expect(spans[1]!.attributes).toEqual({
      'kubewright.verb': 'apply',
      'kubewright.resource': 'configmaps',
      'kubewright.object': 'default/blog',
    })
    expect(spans[2]!).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'KW_CLIENT_NOT_FOUND' } })
  })

  it('contain the error of a failed reconcile', async () => {
    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
    await using cluster = await startCluster()
    await cluster.client.create(ConfigMap, { metadata: { ...blog, labels: { app: 'test' } } })
    let attempts = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'app=test' },
      async reconcile() {
        if (attempts++ === 0) throw new Error('no ink')
        return done()
      },
    })
    const tracing = openTelemetry({ tracer: provider.getTracer('test') })
    const manager = managerOn(cluster, { controllers: [maps], tracing, permissions: 'skip' })
    await using _ = manager.start()
    await rest(cluster, manager)
    const reconciles = exporter.getFinishedSpans().filter(({ name }) => name === 'reconcile maps')
    expect(reconciles.map(({ status, attributes }) => [status.message, attributes['kubewright.failures']])).toEqual([
      ['no ink', 0],
      [undefined, 1],
    ])
  })
})
