/** The operator on a server over the wire, a real one in a conformance run. Only the test sets the status of Deployments there. */
import { silentLogger } from '@kubewright/core'
import { formatTime } from '@kubewright/core/time'
import { Event } from '@kubewright/kubernetes/events/v1'
import { ConfigMap, createManager, Deployment, isNotFound, type Manager, Service } from 'kubewright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checksumAnnotation, skipWorkloadLabel } from './names.ts'
import { serverNameOf } from './server-name.ts'
import { useServer } from './testing/server.ts'
import { Theme } from './theme.ts'
import { type Phase, Website } from './website.ts'
import { websites } from './websites.ts'

const server = useServer([Theme, Website])
/** Themes are cluster-scoped, so each run has its own. */
const themeName = () => `theme-of-${server().namespace}`

interface Operator extends AsyncDisposable {
  readonly manager: Manager
}

let operator: Operator

async function startOperator(): Promise<Operator> {
  const { client, namespace } = server()
  const manager = createManager({
    client,
    controllers: [websites()],
    cache: { namespace },
    log: silentLogger,
    environment: {},
    shutdownTimeout: '5s',
  })
  const running = manager.start()
  await running.started
  return { manager, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

beforeEach(async () => {
  const spec = { color: 'darkcyan', fontFamily: 'Menlo' }
  await server().client.apply(Theme, { metadata: { name: themeName() }, spec }, { force: true })
  operator = await startOperator()
})
afterEach(() => operator[Symbol.asyncDispose]())

async function create(name: string, labels: Record<string, string> = {}): Promise<Website> {
  const { client } = server()
  return client.create(Website, { metadata: { name, labels }, spec: { theme: themeName() } })
}

/** Writes the status of a Deployment as its controller would. */
async function serve(site: Website): Promise<Deployment> {
  const { client } = server()
  const ref = { name: serverNameOf(site) }
  const { metadata, spec } = await client.waitFor(Deployment, ref, () => true)
  const now = formatTime(1_800_000_000_000)
  const condition = (type: string, reason: string) =>
    ({ type, status: 'True', reason, message: '', lastUpdateTime: now, lastTransitionTime: now }) as const
  const { replicas = 1 } = spec
  return client.status.patch(Deployment, ref, {
    status: {
      observedGeneration: metadata.generation!,
      replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
      conditions: [
        condition('Available', 'MinimumReplicasAvailable'),
        condition('Progressing', 'NewReplicaSetAvailable'),
      ],
    },
  })
}

const reaches = (name: string, phase: Phase, generation = 1) =>
  server().client.waitFor(
    Website,
    { name },
    ({ status }) => status?.phase === phase && status.observedGeneration === generation,
  )

describe('a website on a server', () => {
  it('becomes ready, follows its theme, and is not written when the operator restarts', async () => {
    const { client } = server()
    const site = await create('homepage')
    await reaches('homepage', 'Pending')
    const before = await serve(site)
    await reaches('homepage', 'Ready')
    await client.patch(Theme, { name: themeName() }, { spec: { color: 'black' } })
    const checksum = ({ spec }: Deployment) => spec.template.metadata?.annotations?.[checksumAnnotation]
    const ref = { name: serverNameOf(site) }
    await client.waitFor(Deployment, ref, (deployment) => checksum(deployment) !== checksum(before))
    await reaches('homepage', 'Pending')
    await serve(site)
    await reaches('homepage', 'Ready')
    expect((await client.get(ConfigMap, ref)).data!['index.html']).toContain('background-color: black;')
    await expect
      .poll(async () => (await client.list(Event)).items.map(({ reason }) => reason), { timeout: 10_000 })
      .toContain('Serving')
    await operator[Symbol.asyncDispose]()
    operator = await startOperator()
    await expect
      .poll(() => operator.manager.history({ name: 'homepage', namespace: server().namespace }).length)
      .toBe(1)
    expect(operator.manager.history()[0]).toMatchObject({ writes: { sent: 0 }, result: { type: 'success' } })
  })

  it('has its children restored when they are changed or deleted', async () => {
    const { client } = server()
    const site = await create('blog', { [skipWorkloadLabel]: '' })
    const ref = { name: serverNameOf(site) }
    await serve(site)
    await reaches('blog', 'Ready')
    const { metadata } = await client.get(Service, ref)
    await client.delete(Service, ref)
    const again = await client.waitFor(Service, ref, (service) => service.metadata.uid !== metadata.uid)
    expect(again.spec?.selector).toMatchObject({ website: 'blog' })
    await client.patch(Deployment, ref, { spec: { replicas: 5 } })
    const { spec } = await client.waitFor(Deployment, ref, (deployment) => deployment.spec.replicas === 0)
    expect(spec.revisionHistoryLimit).toBe(2)
  })

  it('reports a missing theme until it exists', async () => {
    const { client } = server()
    const name = `${themeName()}-later`
    const site = await client.create(Website, { metadata: { name: 'shop' }, spec: { theme: name } })
    const { status } = await reaches('shop', 'Error')
    expect(status?.conditions).toMatchObject([{ status: 'False', reason: 'ThemeNotFound' }])
    await client.create(Theme, { metadata: { name }, spec: { color: '#abc', fontFamily: 'serif' } })
    await serve(site)
    await reaches('shop', 'Ready')
  })

  it('is Terminating during foreground deletion', async () => {
    const { client } = server()
    await create('wiki')
    await reaches('wiki', 'Pending')
    await client.delete(Website, { name: 'wiki' }, { propagationPolicy: 'Foreground' })
    // A deletion counts as a change of the desired state.
    await reaches('wiki', 'Terminating', 2)
    await client.patch(Website, { name: 'wiki' }, { metadata: { finalizers: null } })
    await expect(client.get(Website, { name: 'wiki' })).rejects.toSatisfy(isNotFound)
  })
})
