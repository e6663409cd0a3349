import type { Pod } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { injectionAnnotation, injectLabel } from './names.ts'
import { injectionOf, injectionProblem, podsOf, podsToReplace } from './outdated-pods.ts'
import { injectionMark, objectOf, selectorProblem } from './selection.ts'
import type { Sidecar, SidecarObject } from './sidecar.ts'

interface Probe extends SidecarObject {
  readonly spec: SidecarObject['spec'] & { readonly sink?: string }
}

const sidecar: Sidecar<Probe> = {
  for: {} as Sidecar<Probe>['for'],
  label: 'probe.example.dev/name',
  container: 'probe',
  additions: () => ({ container: { name: 'probe', image: 'probe:1' } }),
  shapedBy: ({ spec }) => spec.sink ?? null,
}

const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

function probe(name: string, spec: Partial<Probe['spec']> = {}, status?: Probe['status']): Probe {
  return { metadata: { name, namespace: 'ns', creationTimestamp: time(10) }, spec: { enabled: true, ...spec }, status }
}

interface PodOptions {
  readonly labels?: Readonly<Record<string, string>>
  readonly minute?: number
  readonly mark?: string
  readonly isReady?: boolean
  readonly isEnding?: boolean
  readonly controller?: string | null
  readonly spec?: Partial<Pod['spec']>
  readonly phase?: string
}

function pod(name: string, options: PodOptions = {}): Pod {
  const { labels = {}, minute = 5, mark, isReady = true, isEnding = false, controller = 'rs', spec = {} } = options
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: controller ?? '', controller: true }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'ns',
      uid: name,
      creationTimestamp: time(minute),
      labels: { app: 'web', ...labels },
      ...(mark === undefined ? {} : { annotations: { [injectionAnnotation('probe')]: mark } }),
      ...(controller === null ? {} : { ownerReferences: [owner] }),
      ...(isEnding ? { deletionTimestamp: time(20) } : {}),
    },
    spec: { containers: [], ...spec },
    status: { phase: options.phase ?? 'Running', conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
  } as unknown as Pod
}

const web = { matchLabels: { app: 'web' } }

function replaced(object: Probe, pods: readonly Pod[], objects: readonly Probe[] = [object]): readonly string[] {
  const { since } = injectionOf(sidecar, object, new Date(time(30)))
  return podsToReplace(sidecar, object, { surroundings: { pods, objects }, since }).map(({ metadata }) => metadata.name)
}

describe('the sidecar object of a pod', () => {
  const labelled = (name: string) => ({ metadata: { labels: { app: 'web', [sidecar.label]: name } } })

  it("is the one that the pod's label names, regardless of selectors", () => {
    const objects = [probe('a', { selector: web }), probe('b')]
    expect(objectOf(sidecar, labelled('b'), objects)?.metadata.name).toBe('b')
    expect(objectOf(sidecar, labelled('gone'), objects)).toBeUndefined()
  })

  it('is the first by name whose selector matches', () => {
    const objects = [probe('b', { selector: web }), probe('a', { selector: web }), probe('c')]
    expect(objectOf(sidecar, { metadata: { labels: { app: 'web' } } }, objects)?.metadata.name).toBe('a')
  })

  it.each([
    ['the object is disabled', probe('a', { selector: web, enabled: false }), {}],
    ['its selector is empty', probe('a', { selector: { matchLabels: {} } }), {}],
    ['the pod opts out of sidecars', probe('a', { selector: web }), { [injectLabel]: 'false' }],
    ['its selector has a label named __proto__', probe('a', { selector: { matchLabels: { ['__proto__']: 'x' } } }), {}],
    ['its selector is invalid', probe('a', { selector: { matchExpressions: [{ key: 'app', operator: 'In' }] } }), {}],
  ])('is undefined if %s', (_, object, labels) => {
    expect(objectOf(sidecar, { metadata: { labels: { app: 'web', ...labels } } }, [object])).toBeUndefined()
  })

  it('is found with selectors that are compiled once for all pods', () => {
    let reads = 0
    const expressions = [{ key: 'app', operator: 'In' as const, values: ['api'] }]
    const matchExpressions = new Proxy(expressions, { get: (of, key) => (reads++, Reflect.get(of, key)) as unknown })
    const objects = [probe('a', { selector: { matchExpressions } })]
    objectOf(sidecar, pod('web-0'), objects)
    const once = reads
    for (let place = 1; place < 100; place++) objectOf(sidecar, pod(`web-${place}`), objects)
    expect([once > 0, reads]).toEqual([true, once])
  })

  it('has its invalid selector reported', () => {
    expect(selectorProblem(probe('a', { selector: { matchExpressions: [{ key: 'app', operator: 'In' }] } }))).toContain(
      'app',
    )
    expect(selectorProblem(probe('a', { selector: web }))).toBeUndefined()
  })
})

describe('replacing outdated pods', () => {
  it('deletes pods created before the object, one at a time', () => {
    const object = probe('a', { selector: web })
    const done = injectionMark(sidecar, object)
    expect(replaced(object, [pod('web-1'), pod('web-2')])).toEqual(['web-1'])
    expect(replaced(object, [pod('web-1', { minute: 11, mark: done, isReady: false }), pod('web-2')])).toEqual([])
    expect(replaced(object, [pod('web-1', { minute: 11, mark: done }), pod('web-2')])).toEqual(['web-2'])
  })

  it('leaves pods created since then: their injection failed, and would fail again', () => {
    expect(replaced(probe('a', { selector: web }), [pod('web-1', { minute: 11 })])).toEqual([])
  })

  it('leaves pods of Jobs, which would count them as failed', () => {
    const spec = { restartPolicy: 'OnFailure' } as const
    expect(replaced(probe('a', { selector: web }), [pod('job-1', { spec })])).toEqual([])
  })

  it('leaves pods that cannot get the container, and the object reports them', () => {
    const object = probe('a', { selector: web })
    const pods = [pod('web-1', { spec: { containers: [{ name: 'probe', image: 'own:1' }] } })]
    expect(replaced(object, pods)).toEqual([])
    expect(injectionProblem(sidecar, object, pods)).toBe(
      'pod web-1 cannot have the container probe: the pod already has a container probe',
    )
  })

  it('reports no problem for pods that have the injected container', () => {
    const object = probe('a', { selector: web })
    const spec = { containers: [{ name: 'probe', image: 'probe:1' }] }
    const pods = [pod('web-1', { spec, mark: 'a.older' })]
    expect([injectionProblem(sidecar, object, pods), replaced(object, pods)]).toEqual([undefined, ['web-1']])
  })

  it('is not blocked by an evicted pod in phase Failed', () => {
    const object = probe('a', { selector: web })
    const evicted = pod('web-0', { minute: 11, mark: injectionMark(sidecar, object), isReady: false, phase: 'Failed' })
    expect(replaced(object, [evicted, pod('web-1')])).toEqual(['web-1'])
  })

  it('leaves pods without a controller', () => {
    expect(replaced(probe('a', { selector: web }), [pod('web-1', { controller: null })])).toEqual([])
  })

  it('deletes unready pods first, and none while another one is terminating', () => {
    const object = probe('a', { selector: web })
    expect(replaced(object, [pod('web-1'), pod('web-2', { isReady: false })])).toEqual(['web-2'])
    expect(replaced(object, [pod('web-1'), pod('web-2', { isEnding: true })])).toEqual([])
  })

  it('handles two workloads in parallel', () => {
    const object = probe('a', { selector: web })
    expect(replaced(object, [pod('web-1'), pod('api-1', { controller: 'other' })])).toEqual(['web-1', 'api-1'])
  })

  it('deletes pods when the object is disabled, or when its container changes', () => {
    const before = probe('a', { selector: web, sink: 'old' })
    const mark = injectionMark(sidecar, before)
    const status = { injection: injectionOf(sidecar, before, new Date(time(10))) }
    const pods = [pod('web-1', { minute: 11, mark })]
    expect(replaced({ ...before, status }, pods)).toEqual([])
    expect(replaced(probe('a', { selector: web, sink: 'old', enabled: false }, status), pods)).toEqual(['web-1'])
    expect(replaced(probe('a', { selector: web, sink: 'new' }, status), pods)).toEqual(['web-1'])
    expect(replaced(probe('a', { selector: { matchLabels: { app: 'api' } }, sink: 'old' }, status), pods)).toEqual([
      'web-1',
    ])
  })

  it('leaves pods of an object whose name starts with this name and a dot', () => {
    const [short, long] = [probe('a'), probe('a.b', { selector: web })]
    const pods = [pod('web-1', { mark: injectionMark(sidecar, long) })]
    expect(replaced(short, pods, [short, long])).toEqual([])
  })

  it('leaves pods that another object selects', () => {
    const [first, second] = [probe('a', { selector: web }), probe('b', { selector: web })]
    expect(podsOf(sidecar, second, { pods: [pod('web-1')], objects: [second, first] })).toEqual([])
    expect(replaced(second, [pod('web-1')], [second, first])).toEqual([])
  })
})
