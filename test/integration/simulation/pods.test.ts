import type { Client } from '@kubewright/client'
import { parseDuration } from '@kubewright/core'
import { Deployment, Job, Pod, type PodInput } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import type { PodOptions } from '@kubewright/simulation'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { simulate, simulatedCluster } from './simulated-cluster.ts'

const parts = ['nodes', 'scheduler', 'pods'] as const
const web = { name: 'web', namespace: 'default' }
const containers = [{ name: 'web', image: 'web:1' }]
const behaviour = (word: string) => ({ 'simulation.kubewright.dev/behaviour': word })

const podOf = (spec: Partial<PodInput['spec']> = {}, annotations: Record<string, string> = {}): PodInput => ({
  metadata: { ...web, annotations },
  spec: { containers, ...spec },
})

/** `Running Ready web:running#0` */
async function summaryOf(client: Client, ref: { readonly name: string } = web): Promise<string> {
  const pod = await client.get(Pod, ref)
  const { status = {}, spec } = pod
  const isReady = status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true
  const all = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]
  const states = all.map(({ name, state = {}, restartCount }) => {
    const { waiting, terminated } = state
    const how = waiting?.reason ?? (terminated && `${terminated.reason}(${terminated.exitCode})`) ?? 'running'
    return `${name}:${how}#${restartCount}`
  })
  return [
    status.phase,
    isReady ? 'Ready' : 'NotReady',
    ...states,
    ...(spec.nodeName === undefined ? ['unplaced'] : []),
  ].join(' ')
}

const notesOf = async (client: Client) =>
  (await client.list(Event, { namespace: 'default' })).items
    .filter(({ regarding }) => regarding?.kind === 'Pod')
    .map(({ reportingController, reason, note }) => `${reportingController} ${reason}: ${note}`)
    .toSorted()

describe('simulated pod', () => {
  it('is bound, prepared, started and ready, in this order', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const seen: string[] = []
    const stop = new AbortController()
    const watching = (async () => {
      for await (const event of client.watch(Pod, { namespace: 'default', signal: stop.signal })) {
        if (event.type !== 'ADDED' && event.type !== 'MODIFIED') continue
        const { spec, status = {} } = event.object
        const [container] = status.containerStatuses ?? []
        const state = container?.state?.waiting?.reason ?? (container?.state?.running ? 'running' : 'none')
        const conditions = (status.conditions ?? []).filter(({ status: is }) => is === 'True').map(({ type }) => type)
        seen.push([status.phase, spec.nodeName ?? 'nowhere', state, ...conditions].join(' '))
      }
    })().catch(() => undefined)
    await client.create(Pod, podOf())
    await cluster.settle()
    stop.abort()
    await watching
    expect(seen).toEqual([
      'Pending nowhere none',
      'Pending node-1 none PodScheduled',
      'Pending node-1 ContainerCreating PodReadyToStartContainers Initialized PodScheduled',
      'Running node-1 running PodReadyToStartContainers Initialized Ready ContainersReady PodScheduled',
    ])
    const { status, metadata } = await client.get(Pod, web)
    expect(status).toMatchObject({
      observedGeneration: metadata.generation,
      hostIP: '10.64.0.3',
      podIP: '10.128.16.2',
      podIPs: [{ ip: '10.128.16.2' }],
      startTime: '2026-01-01T00:00:00Z',
      qosClass: 'BestEffort',
      containerStatuses: [
        {
          name: 'web',
          image: 'web:1',
          imageID: 'web:1',
          containerID: expect.stringMatching(/^kubewright:\/\/[0-9a-f]{32}$/),
          ready: true,
          started: true,
          restartCount: 0,
          lastState: {},
        },
      ],
    })
    expect(await notesOf(client)).toEqual([
      'default-scheduler Scheduled: Successfully assigned default/web to node-1',
      'kubelet Created: Created container: web',
      'kubelet Pulled: Container image "web:1" already present on machine',
      'kubelet Started: Started container web',
    ])
  })

  it('becomes ready after startDelay and the initial delays of its probes', async () => {
    await using simulated = await simulatedCluster(parts, { pods: { startDelay: '20s' } })
    const { client, cluster } = simulated
    const probes = {
      startupProbe: { initialDelaySeconds: 10, exec: {} },
      readinessProbe: { initialDelaySeconds: 5, exec: {} },
    }
    await client.create(Pod, podOf({ containers: [{ ...containers[0]!, ...withCommands(probes) }] }))
    const at: string[] = []
    for (const wait of [0, 19, 1, 10, 5]) {
      await cluster.advance(`${wait}s`)
      await cluster.settle({ patience: 0 })
      at.push(await summaryOf(client))
    }
    expect(at).toEqual([
      'Pending NotReady web:ContainerCreating#0',
      'Pending NotReady web:ContainerCreating#0',
      'Running NotReady web:running#0',
      'Running NotReady web:running#0',
      'Running Ready web:running#0',
    ])
  })

  it('completes its init containers, alone and in a Deployment', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    const spec = {
      initContainers: [
        { name: 'init', image: 'a:1' },
        { name: 'proxy', image: 'p:1', restartPolicy: 'Always' as const },
      ],
      containers,
    }
    await client.create(Pod, { metadata: web, spec })
    const labels = { app: 'many' }
    await client.create(Deployment, {
      metadata: { name: 'many', namespace: 'default' },
      spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    })
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Running Ready init:Completed(0)#0 proxy:running#0 web:running#0')
    const { status } = await client.get(Pod, web)
    expect(status?.conditions?.find(({ type }) => type === 'Initialized')?.status).toBe('True')
    expect(status?.initContainerStatuses).toMatchObject([
      { name: 'init', ready: true, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
      { name: 'proxy', ready: true, started: true },
    ])
    expect((await client.get(Deployment, { name: 'many', namespace: 'default' })).status?.readyReplicas).toBe(2)
  })

  it('is retried or Failed, by its restartPolicy, if an init container fails', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const initContainers = [
      { name: 'proxy', image: 'p:1', restartPolicy: 'Always' as const },
      { name: 'init', image: 'a:1' },
    ]
    const once = { name: 'once', namespace: 'default' }
    const crashing = behaviour('init=crashes')
    await client.create(Pod, podOf({ initContainers }, crashing))
    await client.create(Pod, {
      ...podOf({ initContainers, restartPolicy: 'Never' }),
      metadata: { ...once, annotations: crashing },
    })
    await cluster.settle()
    expect(await summaryOf(client)).toBe(
      'Pending NotReady proxy:running#0 init:CrashLoopBackOff#1 web:PodInitializing#0',
    )
    expect(await summaryOf(client, once)).toBe(
      'Failed NotReady proxy:Completed(0)#0 init:Error(1)#0 web:PodInitializing#0',
    )
    await simulated.simulation.pods.recover(web)
    await cluster.advance('20s')
    expect(await summaryOf(client)).toBe('Running Ready proxy:running#0 init:Completed(0)#2 web:running#0')
  })

  it('terminates for its stop delay when deleted, and is removed at once with grace period 0', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const slow = { 'simulation.kubewright.dev/stop-delay': '10s' }
    await client.create(Pod, podOf({}, slow))
    await cluster.settle()
    await client.delete(Pod, web, { gracePeriodSeconds: 30 })
    await cluster.settle()
    await cluster.advance('9s')
    const { metadata } = await client.get(Pod, web)
    expect(metadata.deletionGracePeriodSeconds).toBe(30)
    expect(metadata.deletionTimestamp).toBeDefined()
    expect(await summaryOf(client)).toBe('Running Ready web:running#0')
    await cluster.advance('1s')
    await expect(client.get(Pod, web)).rejects.toThrow('not found')

    await client.create(Pod, podOf({}, slow))
    await cluster.settle()
    await client.delete(Pod, web, { gracePeriodSeconds: 0 })
    await expect(client.get(Pod, web)).rejects.toThrow('not found')
  })

  it('is killed after its grace period, which a second delete can shorten', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, podOf({}, { 'simulation.kubewright.dev/stop-delay': '1h' }))
    await cluster.settle()
    await client.delete(Pod, web, { gracePeriodSeconds: 30 })
    await cluster.advance('2s')
    // A second deletion may only shorten the time, which counts from the first.
    await client.delete(Pod, web, { gracePeriodSeconds: 5 })
    await cluster.advance('2s')
    expect((await client.get(Pod, web)).metadata.deletionGracePeriodSeconds).toBe(5)
    await cluster.advance('1s')
    await expect(client.get(Pod, web)).rejects.toThrow('not found')
  })

  it('runs init containers in sequence, and sidecars alongside', async () => {
    const options: PodOptions = {
      startDelay: '1s',
      behaviour: (_, { name }) => (name.startsWith('init') ? { does: 'completes', after: '1s' } : 'runs'),
    }
    await using simulated = await simulatedCluster(parts, { pods: options })
    const { client, cluster } = simulated
    const initContainers = [
      { name: 'init-a', image: 'a:1' },
      { name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' },
      { name: 'init-b', image: 'b:1' },
    ]
    await client.create(Pod, podOf({ initContainers }))
    const at: string[] = []
    for (let second = 0; second < 7; second++) {
      await cluster.settle({ patience: 0 })
      at.push(await summaryOf(client))
      await cluster.advance('1s')
    }
    expect(at).toEqual([
      'Pending NotReady init-a:ContainerCreating#0 proxy:PodInitializing#0 init-b:PodInitializing#0 web:PodInitializing#0',
      'Pending NotReady init-a:running#0 proxy:PodInitializing#0 init-b:PodInitializing#0 web:PodInitializing#0',
      'Pending NotReady init-a:Completed(0)#0 proxy:ContainerCreating#0 init-b:PodInitializing#0 web:PodInitializing#0',
      'Pending NotReady init-a:Completed(0)#0 proxy:running#0 init-b:ContainerCreating#0 web:PodInitializing#0',
      'Pending NotReady init-a:Completed(0)#0 proxy:running#0 init-b:running#0 web:PodInitializing#0',
      'Pending NotReady init-a:Completed(0)#0 proxy:running#0 init-b:Completed(0)#0 web:ContainerCreating#0',
      'Running Ready init-a:Completed(0)#0 proxy:running#0 init-b:Completed(0)#0 web:running#0',
    ])
  })

  it.each([
    { name: 'Always', policy: 'Always', word: 'completes', end: 'Running NotReady web:CrashLoopBackOff#1' },
    {
      name: 'OnFailure and success',
      policy: 'OnFailure',
      word: 'completes',
      end: 'Succeeded NotReady web:Completed(0)#0',
    },
    {
      name: 'OnFailure and failure',
      policy: 'OnFailure',
      word: 'crashes',
      end: 'Running NotReady web:CrashLoopBackOff#1',
    },
    { name: 'Never and success', policy: 'Never', word: 'completes', end: 'Succeeded NotReady web:Completed(0)#0' },
    { name: 'Never and failure', policy: 'Never', word: 'crashes', end: 'Failed NotReady web:Error(1)#0' },
    {
      name: 'Never and OOM',
      policy: 'Never',
      word: 'out-of-memory',
      end: 'Failed NotReady web:OOMKilled(137)#0',
    },
    { name: 'Always and no readiness', policy: 'Always', word: 'never-ready', end: 'Running NotReady web:running#0' },
  ] as const)('ends by restartPolicy and container result: $name', async ({ policy, word, end }) => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, podOf({ restartPolicy: policy }, behaviour(word)))
    await cluster.settle()
    expect(await summaryOf(client)).toBe(end)
  })

  it('is restarted after crashes with back-off up to five minutes, reset after running for ten minutes', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster, simulation } = simulated
    await client.create(Pod, podOf({}, behaviour('crashes')))
    const waits: string[] = []
    for (let restart = 1; restart <= 7; restart++) {
      await cluster.settle()
      const { status } = await client.get(Pod, web)
      const [container] = status!.containerStatuses!
      expect(container).toMatchObject({
        restartCount: restart,
        lastState: { terminated: { exitCode: 1, reason: 'Error' } },
      })
      const [, wait = ''] = /^back-off (\S+) restarting failed container=web pod=web_default\(\S+\)$/.exec(
        container!.state!.waiting!.message!,
      )!
      waits.push(wait)
      await cluster.advance(parseDuration(wait))
    }
    expect(waits).toEqual(['10s', '20s', '40s', '1m20s', '2m40s', '5m0s', '5m0s'])
    await simulation.pods.recover(web)
    await cluster.advance('15m')
    expect(await summaryOf(client)).toMatch(/^Running Ready web:running/)
    await simulation.pods.fail(web, 'crashes')
    await cluster.settle()
    const [container] = (await client.get(Pod, web)).status!.containerStatuses!
    expect(container!.state?.waiting?.message).toMatch(/^back-off 10s /)
  })

  it('reports ErrImagePull for a missing image, and is retried with back-off', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster, simulation } = simulated
    await client.create(Pod, podOf({}, behaviour('image-missing')))
    await cluster.settle({ patience: 0 })
    expect(await summaryOf(client)).toBe('Pending NotReady web:ErrImagePull#0')
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Pending NotReady web:ImagePullBackOff#0')
    await simulation.pods.recover(web)
    await cluster.advance('10s')
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Running Ready web:running#0')
    const notes = await notesOf(client)
    expect(notes).toContain('kubelet Failed: Error: ErrImagePull')
    expect(notes).toContain('kubelet BackOff: Back-off pulling image "web:1"')
  })

  it('has a unique address', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { count: 3 } })
    const { client, cluster } = simulated
    for (let number = 0; number < 30; number++)
      await client.create(Pod, { metadata: { name: `web-${number}` }, spec: { containers } })
    await cluster.settle()
    const pods = (await client.list(Pod, { namespace: 'default' })).items
    expect(new Set(pods.map(({ status }) => status?.podIP)).size).toBe(30)
    const onNode = (name: string) => pods.filter(({ spec }) => spec.nodeName === name).length
    expect(['node-1', 'node-2', 'node-3'].map(onNode)).toEqual([10, 10, 10])
  })

  it('is removed once its containers have stopped', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, podOf({}, behaviour('stubborn')))
    await cluster.settle()
    await client.delete(Pod, web)
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Running Ready web:running#0')
    await cluster.advance('30s')
    await cluster.settle()
    await expect(client.get(Pod, web)).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
    await client.create(Pod, podOf())
    await cluster.settle()
    await client.delete(Pod, web)
    await cluster.settle()
    await expect(client.get(Pod, web)).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
  })

  it('reports how its containers ended while a finalizer holds it', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, { ...podOf(), metadata: { ...web, finalizers: ['example.dev/wait'] } })
    await cluster.settle()
    await client.delete(Pod, web)
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Succeeded NotReady web:Completed(0)#0')
    expect((await client.get(Pod, web)).metadata.deletionGracePeriodSeconds).toBe(0)
  })

  it('is evicted by its node, and through the eviction API', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster, simulation } = simulated
    await client.create(Pod, podOf())
    await client.create(Pod, { ...podOf(), metadata: { ...web, name: 'other' } })
    await cluster.settle()
    await simulation.pods.fail(web, 'evicted')
    await client.subresource(Pod, 'eviction').create({ ...web, name: 'other' }, { metadata: { ...web, name: 'other' } })
    await cluster.settle()
    expect((await client.get(Pod, web)).status).toMatchObject({
      phase: 'Failed',
      reason: 'Evicted',
      message: 'The node was low on resource: memory. ',
    })
    await expect(client.get(Pod, { name: 'other' })).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
  })

  it('fails after activeDeadlineSeconds', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, podOf({ activeDeadlineSeconds: 60 }))
    await cluster.advance('61s')
    await cluster.settle()
    expect((await client.get(Pod, web)).status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' })
  })

  it('is ready only when its readiness gates are', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, podOf({ readinessGates: [{ conditionType: 'example.dev/open' }] }))
    await cluster.settle()
    const pod = await client.get(Pod, web)
    expect(pod.status!.conditions!.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ReadinessGatesNotReady',
      message: 'corresponding condition of pod readiness gate "example.dev/open" does not exist.',
    })
    const conditions = [...pod.status!.conditions!, { type: 'example.dev/open', status: 'True' }]
    await client.status.patch(Pod, web, { status: { conditions } })
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Running Ready web:running#0')
  })

  it('completes if a Job owns it', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const job = await client.create(Job, {
      metadata: { name: 'once' },
      spec: { template: { spec: { containers, restartPolicy: 'Never' } } },
    })
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'once', uid: job.metadata.uid, controller: true }
    await client.create(Pod, {
      metadata: { ...web, ownerReferences: [owner] },
      spec: { containers, restartPolicy: 'Never' },
    })
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Succeeded NotReady web:Completed(0)#0')
  })

  it('reports an invalid behaviour annotation in an event, until edited', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Pod, podOf({}, behaviour('dances')))
    await cluster.settle()
    expect((await notesOf(client)).join('\n')).toMatch(/Cannot behave like "dances".*Choose among runs, completes/)
    await client.patch(Pod, web, { metadata: { annotations: behaviour('runs') } })
    await cluster.settle()
    expect(await summaryOf(client)).toBe('Running Ready web:running#0')
  })

  it('keeps its state when the simulation restarts', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster, simulation } = simulated
    await client.create(Pod, podOf())
    await client.create(Pod, {
      ...podOf({}, behaviour('crashes')),
      metadata: { name: 'bad', annotations: behaviour('crashes') },
    })
    await cluster.settle()
    const before = await client.list(Pod, { namespace: 'default' })
    await simulation[Symbol.asyncDispose]()
    await using _ = await simulate(cluster, parts)
    await cluster.settle()
    const after = await client.list(Pod, { namespace: 'default' })
    expect(after.items).toEqual(before.items)
    await cluster.advance('10s')
    await cluster.settle()
    expect(await summaryOf(client, { name: 'bad' })).toBe(
      'Running NotReady bad:CrashLoopBackOff#2'.replace('bad:', 'web:'),
    )
  })
})

/** A probe needs a command, although none is executed. */
function withCommands<Probes extends Record<string, object>>(probes: Probes): Probes {
  const entries = Object.entries(probes).map(([name, probe]) => [name, { ...probe, exec: { command: ['true'] } }])
  return Object.fromEntries(entries) as Probes
}
