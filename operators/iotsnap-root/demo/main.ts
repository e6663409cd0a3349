/**
 * `npm run demo:iotsnap`: the whole stack with real programs on this machine. It starts in the order of its protocol, delivers
 * a file to a gateway, survives kill -9 of each program, is backed up, loses its data and restores it. It then runs until
 * Ctrl-C.
 */
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupPlan, Restore } from '@kubewright/backup'
import { startDashboard } from '@kubewright/dashboard'
import { untilSignal } from 'kubewright'
import { type ComponentType, componentTypes } from '../src/component-table.ts'
import { dataOf } from './processes.ts'
import { followProgress } from './progress.ts'
import { type Demo, type SidecarProgram, startDemo } from './start-demo.ts'

const namespace = 'iotsnap'
const plan = { name: 'my-root-minio', namespace }
const endsAfterwards = process.argv.includes('--once')
const stopped = untilSignal('SIGTERM', 'SIGINT')

/** Every program of the stack, and one of each sidecar. */
const victims: readonly (readonly [ComponentType, SidecarProgram?])[] = [
  ...componentTypes.map((type) => [type] as const),
  ['minio', 'backup-agent'],
  ['minio', 'telegraf'],
]

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  await using demo = await startDemo()
  await using _progress = followProgress(demo, namespace)
  const { client } = demo.cluster
  await using dashboard = await startDashboard({ client, port: 0, name: 'iotsnap', metrics: demo.fetch })
  console.log(`See it: ${dashboard.url}#/stacks`)
  console.log('The stack starts, with backup and monitoring …')
  await demo.prepare(namespace)
  await demo.create(namespace, { backup: true, monitoring: true })
  await demo.untilRunning(namespace)
  const file = randomBytes(100_000)
  await deployTo(demo, 'gateway-1', file)
  console.log(`A gateway asks AgentKeeper for its deployment: ${await verdict(demo, 'gateway-1', file)}`)
  for (const victim of victims) await killAndWait(demo, ...victim)
  console.log(`The gateway asks again: ${await verdict(demo, 'gateway-1', file)}`)
  await backUpAndRestore(demo)
  console.log(`The gateway asks after the restore: ${await verdict(demo, 'gateway-1', file)}`)
  if (endsAfterwards || stopped.aborted) return
  console.log(`\nThe page of the stack: ${await demo.urlOf(namespace, 'cloudadmingui')}/\nCtrl-C stops it.`)
  await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }))
}

async function ask(demo: Demo, component: ComponentType, path: string, init: RequestInit = {}): Promise<Buffer> {
  const url = `${await demo.urlOf(namespace, component)}${path}`
  const response = await fetch(url, { ...init, headers: { connection: 'close' } })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.ok) return body
  throw new Error(`${component} answered ${response.status} to ${path}: ${body.toString('utf8').slice(0, 200)}`)
}

async function deployTo(demo: Demo, gateway: string, file: Buffer): Promise<void> {
  await ask(demo, 'cloudadmin', '/packages/firmware', { method: 'PUT', body: new Uint8Array(file) })
  await ask(demo, 'cloudadmin', `/gateways/${gateway}`, { method: 'PUT' })
  await ask(demo, 'agentkeeper', `/deployments/${gateway}/firmware`, { method: 'PUT' })
}

async function verdict(demo: Demo, gateway: string, file: Buffer): Promise<string> {
  const [given, stored] = [
    await ask(demo, 'agentkeeper', `/deployments/${gateway}/file`),
    await ask(demo, 'cloudstorage', '/files/firmware'),
  ]
  return given.equals(file) && stored.equals(file) ? 'it gets the file, byte by byte' : 'it gets something else'
}

async function killAndWait(demo: Demo, component: ComponentType, sidecar?: SidecarProgram): Promise<void> {
  const name = sidecar === undefined ? component : `${sidecar} beside ${component}`
  const { pid } = await demo.kill(namespace, component, sidecar)
  console.log(`kill -9 ${pid}, which was ${name}`)
  await demo.untilHealthy(namespace)
  console.log(`  ${name} is back, and with it everything that needs it`)
}

async function backUpAndRestore(demo: Demo): Promise<void> {
  const { client } = demo.cluster
  await client.patch(BackupPlan, plan, { spec: { trigger: 'demo' } })
  const isVerified = ({ status }: BackupPlan) => status?.lastTrigger === 'demo' && status.lastVerified !== undefined
  const { status } = await client.waitFor(BackupPlan, plan, isVerified, { timeout: '3m' })
  console.log(`Backup ${status?.lastVerified?.id} was made and read back: ${status?.lastVerified?.files} files`)
  const data = await dataOf(await demo.processesOf(namespace, 'minio'))
  for (const entry of await readdir(data)) {
    if (!entry.startsWith('.')) await rm(join(data, entry), { recursive: true })
  }
  console.log('The data of MinIO was deleted')
  await client.create(Restore, { metadata: { name: 'demo', namespace }, spec: { plan: plan.name } })
  const hasEnded = (restore: Restore) => ['Succeeded', 'Refused'].includes(restore.status?.phase ?? '')
  const ended = await client.waitFor(Restore, { name: 'demo', namespace }, hasEnded, { timeout: '3m' })
  console.log(`Restore: ${ended.status?.phase}, ${ended.status?.message}`)
  await demo.untilHealthy(namespace)
}
