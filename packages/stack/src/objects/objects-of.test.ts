import { deepFreeze } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { cascade, component, fromSecret, generated, preserved, volume } from '../component.ts'
import { objectsOf } from './objects-of.ts'

const context = deepFreeze({ stack: 'root', namespace: 'default', component: 'api' })
const kindsOf = (objects: ReturnType<typeof objectsOf>) => Object.values(objects).map(({ resource }) => resource.kind)
const containersOf = (objects: ReturnType<typeof objectsOf>) =>
  (objects.workload!.object as never as { spec: { template: { spec: { containers: unknown[] } } } }).spec.template.spec
    .containers

describe('the Kubernetes objects of a component', () => {
  it('are a Deployment and a Service, named after stack and component', () => {
    const objects = objectsOf(component({ image: 'api:1', port: 8080 }), context)
    expect(kindsOf(objects)).toEqual(['Service', 'Deployment'])
    expect(objects).toMatchObject({
      service: {
        object: {
          metadata: { name: 'root-api' },
          spec: { type: 'ClusterIP', ports: [{ name: 'api', port: 8080, targetPort: 'api' }] },
        },
      },
      workload: { object: { metadata: { name: 'root-api', namespace: 'default' }, spec: { replicas: 1 } } },
    })
  })

  it('include Secret, ConfigMap, claim, exposure and NetworkPolicy if the component asks for them', () => {
    const full = component({
      image: 'api:1',
      port: 8080,
      replicas: 3,
      secrets: { PASSWORD: generated(), USER: 'me' },
      storage: { size: '1Gi' },
      config: { files: { a: 'b' } },
      expose: true,
      network: 'needed',
    })
    expect(kindsOf(objectsOf(full, { ...context, generated: { PASSWORD: 'x' } }))).toEqual([
      'Secret',
      'Secret',
      'ConfigMap',
      'PersistentVolumeClaim',
      'Service',
      'Ingress',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'Deployment',
    ])
  })

  it.each([
    { exposure: 'gateway', kind: 'HTTPRoute' },
    { exposure: 'openshift', kind: 'Route' },
    { exposure: 'ingress', kind: 'Ingress' },
  ] as const)('expose it by $kind on a cluster with $exposure', ({ exposure, kind }) => {
    const { exposure: made } = objectsOf(component({ image: 'a', port: 80, expose: { host: 'a.example.dev' } }), {
      ...context,
      exposure,
    })
    expect([made?.resource.kind, JSON.stringify(made?.object).includes('a.example.dev')]).toEqual([kind, true])
  })

  it('include no Secret while its generated values are unknown', () => {
    const { secret, keptSecret } = objectsOf(component({ image: 'a', secrets: { A: generated(), B: 'b' } }), context)
    expect([secret, keptSecret]).toEqual([undefined, undefined])
  })

  it('have stack labels that settings cannot override, and selectors without user labels', () => {
    const labels = { 'stack.kubewright.dev/component': 'other', team: 'red' }
    const { workload } = objectsOf(component({ image: 'a', labels }), context)
    const { metadata, spec } = workload!.object as never as {
      metadata: { labels: object }
      spec: { selector: { matchLabels: object } }
    }
    expect(metadata.labels).toMatchObject({ 'stack.kubewright.dev/component': 'api', team: 'red' })
    expect(spec.selector.matchLabels).toEqual({
      'stack.kubewright.dev/stack': 'root',
      'stack.kubewright.dev/component': 'api',
    })
  })

  it('merge the variables of stack and component, sorted, without leaking into other components', () => {
    const defaults = deepFreeze({ env: { B: 'stack', A: 'stack', C: 'stack' } })
    const one = component({ image: 'a', env: { B: 'own', C: null, D: fromSecret('db', 'key') } })
    const [container] = containersOf(objectsOf(one, { ...context, defaults }))
    expect(container).toMatchObject({
      env: [
        { name: 'A', value: 'stack' },
        { name: 'B', value: 'own' },
        { name: 'D', valueFrom: { secretKeyRef: { name: 'root-db', key: 'key' } } },
      ],
    })
    const [other] = containersOf(objectsOf(component({ image: 'b' }), { ...context, defaults }))
    expect(other).toMatchObject({ env: [{ name: 'A' }, { name: 'B', value: 'stack' }, { name: 'C' }] })
  })

  it('have a pod template that changes with the contents of config files only', () => {
    const digest = (files: Record<string, string>) =>
      JSON.stringify(objectsOf(component({ image: 'a', config: { files } }), context).workload)
    expect(digest({ a: '1', b: '2' })).toBe(digest({ b: '2', a: '1' }))
    expect(digest({ a: '1' })).not.toBe(digest({ a: '2' }))
  })

  it('mount a preserved ConfigMap without creating it', () => {
    const objects = objectsOf(
      component({ image: 'a', config: preserved('theirs', { path: '/deployments/config' }) }),
      context,
    )
    expect(kindsOf(objects)).toEqual(['Deployment'])
    expect(JSON.stringify(objects.workload)).toContain('"configMap":{"name":"theirs"}')
  })

  it('use the Recreate strategy for a volume that one node can mount', () => {
    const { workload } = objectsOf(component({ image: 'a', storage: { size: '1Gi' } }), context)
    expect(workload?.object).toMatchObject({ spec: { strategy: { type: 'Recreate' } } })
  })

  it('keep the claims of a StatefulSet when it is replaced', () => {
    const { workload, claim } = objectsOf(
      component({ image: 'a', workload: 'StatefulSet', storage: { size: '1Gi' } }),
      context,
    )
    expect(claim).toBeUndefined()
    expect(workload?.object).toMatchObject({
      spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } },
    })
  })

  it('are a claim for a volume, or nothing for a claim that exists already', () => {
    expect(kindsOf(objectsOf(volume({ size: '1Gi' }), context))).toEqual(['PersistentVolumeClaim'])
    expect(objectsOf(volume({ claim: 'data' }), context)).toEqual({})
  })

  it('are the custom resource of another operator, annotated with the version', () => {
    const resource = { group: 'db.example.dev', version: 'v1', kind: 'Database', plural: 'databases' } as never
    const database = cascade({ resource, object: { metadata: { name: 'x' } } } as never)
    expect(objectsOf(database, { ...context, version: '2' }).workload?.object.metadata).toEqual({
      name: 'x',
      annotations: { 'stack.kubewright.dev/version': '2' },
    })
  })

  it.each([
    { name: 'A_Stack', why: 'is not the name of a Service' },
    { name: 'x'.repeat(63), why: 'is not the name of a Service' },
  ])('are refused for a stack named $name', ({ name, why }) => {
    expect(() => objectsOf(component({ image: 'a' }), { ...context, stack: name })).toThrow(why)
  })
})

describe('an invalid component is refused', () => {
  it.each([
    { settings: { image: '' }, why: 'it has no image' },
    { settings: { image: 'a', port: 70_000 }, why: 'the port "port" is 70000' },
    { settings: { image: 'a', replicas: 1.5 }, why: 'replicas is 1.5' },
    { settings: { image: 'a', storage: {} }, why: 'either a size or the name of a claim' },
    { settings: { image: 'a', expose: true }, why: 'it is exposed, and has no port' },
    { settings: { image: 'a', secrets: { 'a b': 'x' } }, why: 'the key "a b" of its Secret' },
  ])('$why', ({ settings, why }) => {
    expect(() => component(settings)).toThrow(why)
  })
})
