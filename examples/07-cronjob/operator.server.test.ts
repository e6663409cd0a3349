/** Definition, webhooks and conversion over the wire: on the embedded server or, in a conformance run, on a real one. */
import { createServer, type AddressInfo } from 'node:net'
import { startCluster } from '@kubewright/testing'
import { type Client, createClient, CustomResourceDefinition, established, Namespace } from 'kubewright'
import { conversionWebhook, createWebhookServer } from 'kubewright/webhook'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { CronJob } from './cron-job.ts'
import { operator } from './operator.ts'

/** Where the real server is, if the run has one. */
interface RealServer {
  readonly url: string
  readonly ca: string
  readonly token: string
}

const second = CronJob.at('v2')
const jobTemplate = {
  metadata: { labels: { app: 'hello' } },
  spec: { template: { spec: { containers: [{ name: 'hello', image: 'busybox:1', ports: [{ containerPort: 80 }] }] } } },
}

const endings: (() => PromiseLike<void>)[] = []
let client: Client

beforeAll(async () => {
  const real = inject('realServer' as never) as RealServer | undefined
  const admin = real === undefined ? await embedded() : overTheWire(real)
  const { metadata } = await admin.create(Namespace, { metadata: { generateName: 'cron-' } })
  client = admin
  await install(client, metadata.name)
}, 60_000)
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

function overTheWire({ url, ca, token }: RealServer): Client {
  const opened = createClient({ server: url, ca, token }, { fieldManager: 'cron-operator-test' })
  endings.push(() => opened[Symbol.asyncDispose]())
  return opened
}

async function embedded(): Promise<Client> {
  // TLS goes by the real clock.
  const cluster = await startCluster({ time: 'real' })
  endings.push(() => cluster[Symbol.asyncDispose]())
  return cluster.client
}

/** As the operator does it, at an address of this machine. */
async function install(admin: Client, namespace: string): Promise<void> {
  const port = await freePort()
  const url = `https://127.0.0.1:${port}`
  const definition = CronJob.crd({ conversion: conversionWebhook({ url }) })
  await admin.apply(CustomResourceDefinition, definition, { force: true })
  await admin.waitFor(CustomResourceDefinition, definition.metadata, established)
  const server = createWebhookServer({
    serve: operator.webhooks.serve,
    port,
    host: '127.0.0.1',
    certificates: { secret: { name: 'webhooks', namespace } },
    installation: { name: namespace, url, removeOnStop: true },
  })
  await server.start({ client: admin }, new AbortController().signal)
  endings.push(() => server.stop())
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('CronJob v2 is defaulted, stored as v1, and served complete in both versions', async () => {
  const metadata = { name: 'nightly', namespace: 'default' }
  const created = await client.create(second, { metadata, spec: { schedule: { hour: '2' }, jobTemplate } })
  const schedule = { minute: '*', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' }
  expect(created.spec.schedule).toEqual(schedule)
  const stored = await client.get(CronJob, metadata)
  expect(stored.spec).toMatchObject({ schedule: '* 2 * * *', suspend: false, successfulJobsHistoryLimit: 3 })
  expect(stored.spec.jobTemplate).toEqual({
    metadata: { labels: { app: 'hello' } },
    spec: {
      template: {
        spec: {
          restartPolicy: 'OnFailure',
          containers: [{ name: 'hello', image: 'busybox:1', ports: [{ containerPort: 80, protocol: 'TCP' }] }],
        },
      },
    },
  })
  expect((await client.get(second, metadata)).spec).toEqual({ ...stored.spec, schedule })
})

it('CronJob with an invalid schedule is refused in both versions', async () => {
  const metadata = { name: 'never', namespace: 'default' }
  const first = client.create(CronJob, { metadata, spec: { schedule: '61 * * * *', jobTemplate } })
  await expect(first).rejects.toThrow('spec.schedule')
  const other = client.create(second, { metadata, spec: { schedule: { hour: '25' }, jobTemplate } })
  await expect(other).rejects.toThrow('spec.schedule')
})
