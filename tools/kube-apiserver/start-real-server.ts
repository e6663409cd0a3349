/**
 * Starts etcd and kube-apiserver on free loopback ports, empty and with one user who has full access.
 *
 * Guarantees: once it resolves, the server is ready and its `default` namespace exists; once `stop` resolves, none of its
 * processes and files is left. If this process dies first, a guard ends the programs.
 *
 * No controllers run, as in envtest: Deployments create no Pods, deleted namespaces stay `Terminating`, and there is no garbage
 * collection of dependents.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ensureRealServer } from './ensure-real-server.ts'
import { findFreePorts } from './free-ports.ts'
import type { Access } from './kubeconfig.ts'
import { startOrphanGuard } from './orphan-guard.ts'
import { type ProgramRun, startProgram } from './program-run.ts'
import type { Programs } from './programs.ts'
import { apiserverIsReady, etcdIsHealthy, waitUntilReady } from './readiness.ts'
import { type ServerFiles, writeKubeconfig, writeServerFiles } from './server-files.ts'
import { apiserverFlags, etcdFlags, type Flags, featureGateFlag, type Ports, toArguments } from './server-flags.ts'
import { UndoStack } from './undo-stack.ts'

export interface RealServerOptions {
  /** @default the programs that `ensureRealServer` finds or builds */
  readonly programs?: Programs
  /** Flags of kube-apiserver that override the defaults; `undefined` removes a default. */
  readonly flags?: Flags
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** @default 60_000 */
  readonly startTimeoutMs?: number
  /** The grace period of each program before it is killed. @default 5_000 */
  readonly stopTimeoutMs?: number
}

/** A running API server. `url`, `ca` and `token` are those of a member of `system:masters`. */
export interface RealServer extends Access, AsyncDisposable {
  /** A kubeconfig with the same access, readable by its owner only. It is removed when the server stops. */
  readonly kubeconfigPath: string
  readonly programs: Programs
  /** The address of etcd, for tests that bypass the server. */
  readonly etcdUrl: string
  /** The process ids of both programs. */
  readonly pids: readonly number[]
  /** Resolves with a sentence as soon as one of the programs ends for any reason. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

const attempts = 3

export async function startRealServer(options: RealServerOptions = {}): Promise<RealServer> {
  const programs = options.programs ?? (await ensureRealServer())
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(programs, options)
    } catch (error) {
      const portWasTaken = error instanceof Error && error.message.includes('address already in use')
      if (!portWasTaken || attempt === attempts) throw error
    }
  }
}

async function startOnce(programs: Programs, options: RealServerOptions): Promise<RealServer> {
  const undo = new UndoStack()
  try {
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-real-server-'))
    undo.defer(() => rm(directory, { recursive: true, force: true }))
    return await startIn(directory, { ...options, programs }, undo)
  } catch (error) {
    await undo[Symbol.asyncDispose]()
    throw error
  }
}

type Settings = RealServerOptions & { readonly programs: Programs }

async function startIn(directory: string, settings: Settings, undo: UndoStack): Promise<RealServer> {
  const { programs, startTimeoutMs = 60_000, stopTimeoutMs = 5_000 } = settings
  const [files, ports] = await Promise.all([writeServerFiles(directory), findPorts()])
  const url = `https://127.0.0.1:${ports.apiserver}`
  const guard = undo.use(await startOrphanGuard(directory))
  const start = async (path: string, parameters: string[]) => {
    const logPath = join(directory, `${basename(path)}.log`)
    const run = undo.use(await startProgram({ path, parameters, logPath, stopTimeoutMs }))
    guard.add(run.pid)
    return run
  }

  const etcd = await start(programs.etcd, toArguments(etcdFlags(ports, files)))
  await waitUntilReady(etcd, () => etcdIsHealthy(ports.etcd), startTimeoutMs)
  const apiserver = await start(programs.kubeApiserver, apiserverArguments(ports, files, settings))
  await waitUntilReady(apiserver, () => apiserverIsReady(url, files.token, files.ca), startTimeoutMs)

  const access = { url, ca: await readFile(files.ca, 'utf8'), token: files.token }
  const kubeconfigPath = await writeKubeconfig(directory, access)
  const etcdUrl = `http://127.0.0.1:${ports.etcd}`
  return { ...access, kubeconfigPath, programs, etcdUrl, ...lifeOf([apiserver, etcd], undo) }
}

/** Idempotent: a second call waits for the first. */
function lifeOf(runs: readonly ProgramRun[], undo: UndoStack) {
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= undo[Symbol.asyncDispose]())
  return {
    pids: runs.map((run) => run.pid),
    ended: Promise.race(runs.map(async (run) => `${run.name} ended with ${await run.ended}`)),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function findPorts(): Promise<Ports> {
  const [etcd, etcdPeer, apiserver] = await findFreePorts(3)
  return { etcd: etcd!, etcdPeer: etcdPeer!, apiserver: apiserver! }
}

function apiserverArguments(ports: Ports, files: ServerFiles, { featureGates = {}, flags = {} }: Settings): string[] {
  return toArguments(apiserverFlags(ports, files), featureGateFlag(featureGates), flags)
}
