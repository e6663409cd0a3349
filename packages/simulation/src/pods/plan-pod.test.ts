import type { Container, ContainerStatus, Pod, PodSpec } from '@kubewright/kubernetes/core/v1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContainerObservation } from './container-observation.ts'
import { type PodLook, type PodPlan, planPod } from './plan-pod.ts'

const now = Date.UTC(2026, 0, 1)
const time = '2026-01-01T00:00:00Z'
const web: Container = { name: 'web', image: 'web:1' }

const podOf = (spec: Partial<PodSpec> = {}, more: { status?: Pod['status']; metadata?: object } = {}): Pod =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', uid: 'u', generation: 1, ...more.metadata },
    spec: { containers: [web], nodeName: 'node-1', ...spec },
    status: more.status ?? { phase: 'Pending' },
  }) as Pod

const lookAt = (
  pod: Pod,
  observations: Readonly<Record<string, ContainerObservation>> = {},
  more: Partial<PodLook> = {},
): PodLook => ({
  pod,
  hostIp: '10.64.0.3',
  podIp: '10.128.16.2',
  observations: new Map(Object.entries(observations)),
  crashes: new Map(),
  now,
  ...more,
})

const running = (id = 'a', isReady = true): ContainerObservation => ({
  is: 'running',
  id,
  startedAt: now,
  isStarted: true,
  isReady,
})
const exited = (exitCode: number, id = 'a'): ContainerObservation => ({
  is: 'exited',
  id,
  startedAt: now,
  finishedAt: now,
  exitCode,
  reason: exitCode === 0 ? 'Completed' : 'Error',
})
const runningStatus = (name = 'web', id = 'a'): ContainerStatus => ({
  name,
  image: 'web:1',
  imageID: 'web:1',
  containerID: `kubewright://${id}`,
  ready: true,
  started: true,
  restartCount: 0,
  state: { running: { startedAt: time } },
  lastState: {},
})

/** `Pending web:ContainerCreating +web`: the phase, the containers, those that are started and stopped. */
function summaryOf({ status, starts, stops, removes }: PodPlan): string {
  const all = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]
  const states = all.map(({ name, state }) => {
    const { waiting, terminated } = state ?? {}
    return `${name}:${waiting?.reason ?? (terminated === undefined ? 'running' : terminated.reason)}`
  })
  const actions = [...starts.map((name) => `+${name}`), ...stops.map((name) => `-${name}`)]
  return [status.phase, ...states, ...actions, ...(removes ? ['removed'] : [])].join(' ')
}

const first: Container = { name: 'first', image: 'a' }
const proxy: Container = { name: 'proxy', image: 'p', restartPolicy: 'Always' }
const second: Container = { name: 'second', image: 's', restartPolicy: 'Always' }
const deleting = { deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30 }

describe('the lifecycle plan of a pod', () => {
  const rows: readonly { name: string; look: PodLook; says: string }[] = [
    { name: 'starts with preparation', look: lookAt(podOf()), says: 'Pending web:ContainerCreating +web' },
    {
      name: 'waits during preparation',
      look: lookAt(podOf(), { web: { is: 'preparing' } }),
      says: 'Pending web:ContainerCreating',
    },
    { name: 'is Running', look: lookAt(podOf(), { web: running() }), says: 'Running web:running' },
    {
      name: 'waits for its init containers',
      look: lookAt(podOf({ initContainers: [first] })),
      says: 'Pending first:ContainerCreating web:PodInitializing +first',
    },
    {
      name: 'starts its containers after its init containers',
      look: lookAt(podOf({ initContainers: [first] }), { first: exited(0) }),
      says: 'Pending first:Completed web:ContainerCreating +web',
    },
    {
      name: 'fails when an init container fails and restartPolicy is Never',
      look: lookAt(podOf({ initContainers: [first], restartPolicy: 'Never' }), { first: exited(1) }),
      says: 'Failed first:Error web:PodInitializing',
    },
    {
      name: 'stops its sidecars before it fails',
      look: lookAt(podOf({ initContainers: [proxy, first], restartPolicy: 'Never' }), {
        proxy: running('p'),
        first: exited(1),
      }),
      says: 'Pending proxy:running first:Error web:PodInitializing -proxy',
    },
    {
      name: 'restarts a failed init container',
      look: lookAt(podOf({ initContainers: [first], restartPolicy: 'OnFailure' }), { first: exited(1) }),
      says: 'Pending first:Error web:PodInitializing',
    },
    {
      name: 'stops sidecars after its containers when it is deleted',
      look: lookAt(podOf({ initContainers: [proxy, second] }, { metadata: deleting, status: { phase: 'Running' } }), {
        proxy: running('p'),
        second: running('s'),
        web: running(),
      }),
      says: 'Running proxy:running second:running web:running -web',
    },
    {
      name: 'stops sidecars in reverse order',
      look: lookAt(podOf({ initContainers: [proxy, second] }, { metadata: deleting, status: { phase: 'Running' } }), {
        proxy: running('p'),
        second: running('s'),
        web: exited(0),
      }),
      says: 'Running proxy:running second:running web:Completed -second',
    },
    {
      name: 'stops everything when the grace period is over',
      look: lookAt(
        podOf({ initContainers: [proxy] }, { metadata: deleting, status: { phase: 'Running' } }),
        { proxy: running('p'), web: running() },
        { now: now + 30_000 },
      ),
      says: 'Running proxy:running web:running -proxy -web',
    },
    {
      name: 'starts its containers once a sidecar has started',
      look: lookAt(podOf({ initContainers: [proxy] }), { proxy: running() }),
      says: 'Pending proxy:running web:ContainerCreating +web',
    },
    {
      name: 'stops its sidecars when the containers have completed',
      look: lookAt(podOf({ initContainers: [proxy], restartPolicy: 'Never' }), { proxy: running('p'), web: exited(0) }),
      says: 'Running proxy:running web:Completed -proxy',
    },
    {
      name: 'is complete when its sidecars have stopped',
      look: lookAt(
        podOf(
          { initContainers: [proxy], restartPolicy: 'Never' },
          { status: { phase: 'Running', conditions: [{ type: 'Initialized', status: 'True' }] } },
        ),
        { proxy: exited(0, 'p'), web: exited(0) },
      ),
      says: 'Succeeded proxy:Completed web:Completed',
    },
    {
      name: 'stops its containers when it is deleted',
      look: lookAt(
        podOf({}, { metadata: deleting, status: { phase: 'Running', containerStatuses: [runningStatus()] } }),
        {
          web: running(),
        },
      ),
      says: 'Running web:running -web',
    },
    {
      name: 'is removed when its containers have stopped',
      look: lookAt(
        podOf({}, { metadata: deleting, status: { phase: 'Running', containerStatuses: [runningStatus()] } }),
        {
          web: exited(0),
        },
      ),
      says: 'Succeeded web:Completed removed',
    },
    {
      name: 'is left to its finalizers after it was removed',
      look: lookAt(
        podOf({}, { metadata: { ...deleting, deletionGracePeriodSeconds: 0 }, status: { phase: 'Failed' } }),
      ),
      says: 'Failed',
    },
    {
      name: 'stops when it is evicted',
      look: lookAt(podOf({}, { status: { phase: 'Running' } }), { web: running() }, { eviction: 'no memory' }),
      says: 'Running web:running -web',
    },
    {
      name: 'has failed after its eviction',
      look: lookAt(podOf({}, { status: { phase: 'Running' } }), { web: exited(0) }, { eviction: 'no memory' }),
      says: 'Failed web:Completed',
    },
    {
      name: 'counts a container as exited that was lost with its node process',
      look: lookAt(podOf({}, { status: { phase: 'Running', containerStatuses: [runningStatus()] } })),
      says: 'Running web:ContainerStatusUnknown',
    },
  ]

  it.each(rows)('$name', ({ look, says }) => {
    expect(summaryOf(planPod(look))).toBe(says)
  })

  it('sets startTime, addresses and conditions', () => {
    const { status } = planPod(lookAt(podOf(), { web: running() }))
    expect(status).toMatchObject({
      observedGeneration: 1,
      startTime: time,
      hostIP: '10.64.0.3',
      podIP: '10.128.16.2',
    })
    expect(status.conditions?.map(({ type, status: is }) => `${type}=${is}`)).toEqual([
      'PodReadyToStartContainers=True',
      'Initialized=True',
      'Ready=True',
      'ContainersReady=True',
      'PodScheduled=True',
    ])
  })

  it('names unready containers in the Ready condition', () => {
    const { status } = planPod(lookAt(podOf(), { web: running('a', false) }))
    expect(status.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [web]',
    })
  })

  it('fails at activeDeadlineSeconds', () => {
    const pod = podOf({ activeDeadlineSeconds: 10 }, { status: { phase: 'Running', startTime: time } })
    expect(planPod(lookAt(pod, { web: running() })).wakeAt).toBe(now + 10_000)
    const late = planPod(lookAt(pod, { web: exited(0) }, { now: now + 10_000 }))
    expect(late.status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' })
  })
})

describe('the lifecycle plan of a pod, for random states', () => {
  const observation = fc.oneof(
    fc.constant<ContainerObservation>({ is: 'absent' }),
    fc.constant<ContainerObservation>({ is: 'preparing' }),
    fc.boolean().map((isReady) => running('x', isReady)),
    fc.integer({ min: 0, max: 3 }).map((code) => exited(code, 'x')),
    fc.constant<ContainerObservation>({ is: 'unpullable', failedAt: now, retryAt: now + 10_000, message: 'none' }),
    fc.constant<ContainerObservation>({
      is: 'broken',
      reason: 'CreateContainerError',
      message: 'no',
      retryAt: now + 10_000,
    }),
  )
  const look = fc.record({
    init: observation,
    proxy: observation,
    web: observation,
    policy: fc.constantFrom('Always', 'OnFailure', 'Never'),
    isGoing: fc.boolean(),
    steps: fc.integer({ min: 1, max: 4 }),
  })

  it('is idempotent once its status is written', () => {
    fc.assert(
      fc.property(look, ({ init, proxy: side, web: main, policy, isGoing }) => {
        const spec = { initContainers: [first, proxy], restartPolicy: policy } as Partial<PodSpec>
        let pod = podOf(spec, isGoing ? { metadata: deleting } : {})
        const observations = { first: init, proxy: side, web: main }
        let plan = planPod(lookAt(pod, observations))
        for (let step = 0; step < 4; step++) {
          pod = { ...pod, status: plan.status }
          plan = planPod(lookAt(pod, observations))
        }
        expect(planPod(lookAt({ ...pod, status: plan.status }, observations)).status).toEqual(plan.status)
      }),
    )
  })

  it('never starts a running container, anything of a deleted pod, or a container before its init containers', () => {
    fc.assert(
      fc.property(look, ({ init, proxy: side, web: main, policy, isGoing }) => {
        const spec = { initContainers: [first, proxy], restartPolicy: policy } as Partial<PodSpec>
        const observations: Record<string, ContainerObservation> = { first: init, proxy: side, web: main }
        const { starts, stops } = planPod(lookAt(podOf(spec, isGoing ? { metadata: deleting } : {}), observations))
        expect(isGoing && starts.length > 0).toBe(false)
        for (const name of starts) expect(['running', 'preparing']).not.toContain(observations[name]!.is)
        for (const name of stops) expect(['running', 'preparing']).toContain(observations[name]!.is)
        const isInitialized = init.is === 'exited' && init.exitCode === 0 && side.is === 'running'
        expect(starts.includes('web') && !isInitialized).toBe(false)
      }),
    )
  })
})
