/** Runs containers as processes of this machine. */
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Client, ignoreNotFound } from '@kubewright/client'
import { type Clock, type Logger, type Ref, toMs } from '@kubewright/core'
import type { PodAttachRequest, PodExecRequest, PodLogs, PodProcess, PodStreams } from '@kubewright/core/containers'
import type { Ids } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import { ConfigMap, PersistentVolumeClaim, Secret } from '@kubewright/kubernetes'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import type { ContainerObservation } from '../pods/container-observation.ts'
import type { PodEvent } from '../pods/container-step.ts'
import type { PodRuntime } from '../pods/pod-runtime.ts'
import type { ApiServerAddress } from './api-access.ts'
import { attached } from './attached-log.ts'
import { type ContainerProgram, containerProgram } from './container-program.ts'
import { MissingReference, type References } from './container-variables.ts'
import { executeCommand } from './executed-command.ts'
import { findHostProgram } from './host-program.ts'
import { commandFor, type ImageCommand, type Images, type ProcessOptions } from './image-command.ts'
import { type AddressRange, takeAddressRange } from './address-range.ts'
import { loopbackOf } from './loopback.ts'
import { relocate } from './mount-paths.ts'
import { connectTo } from './pod-connection.ts'
import { readLog } from './pod-logs.ts'
import { seeming } from './pod-streams.ts'
import { PodTokens } from './pod-tokens.ts'
import { ProcessContainer } from './process-container.ts'
import { openRunDirectory, type RunDirectory } from './run-directory.ts'
import { ServiceProxy } from './service-proxy.ts'
import { serviceVariables } from './service-variables.ts'
import { referencesOf, type VolumeContext } from './volume-files.ts'
import { makeVolumes } from './volumes.ts'

export interface RuntimeTools {
  readonly client: Client
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
}

export interface RuntimeOptions extends ProcessOptions {
  /** The address of the API server for processes: none if `false`, the published one if left out. */
  readonly apiServer?: ApiServerAddress | false | undefined
}

/** A pod with containers that run, or ran. */
interface RunningPod {
  readonly ref: Ref
  readonly containers: Map<string, ProcessContainer>
  /** The previous runs, for their logs. */
  readonly previous: Map<string, ProcessContainer>
  readonly events: PodEvent[]
  volumes: Promise<ReadonlyMap<string, string>> | undefined
  tokens: PodTokens | undefined
  /** Whether the pod is being removed. */
  isGone: boolean
  /** The address of its ports, once a container runs. */
  address: string | undefined
}

export class ProcessRuntime implements PodRuntime, AsyncDisposable {
  readonly #tools: RuntimeTools
  readonly #images: Images
  readonly #options: RuntimeOptions
  readonly #directory: RunDirectory
  readonly #addressRange: AddressRange
  /** The resolved programs of images. */
  readonly #programs = new Map<ImageCommand, string>()
  readonly #pods = new Map<string, RunningPod>()
  readonly #ending = new Set<Promise<void>>()
  /** Executed commands. */
  readonly #executed = new Set<PodProcess>()
  readonly #listeners = new Set<(pod: Ref) => void>()
  readonly serviceProxy: ServiceProxy
  #isClosed = false

  private constructor(
    tools: RuntimeTools,
    images: Images,
    options: RuntimeOptions,
    { directory, addressRange }: { readonly directory: RunDirectory; readonly addressRange: AddressRange },
  ) {
    this.#tools = tools
    this.#images = images
    this.#options = options
    this.#directory = directory
    this.#addressRange = addressRange
    this.serviceProxy = new ServiceProxy(directory.path, tools.log, options.apiServer)
  }

  /** Failure: `KW_SIMULATION_DIRECTORY`. */
  static async open(tools: RuntimeTools, images: Images, options: RuntimeOptions): Promise<ProcessRuntime> {
    const directory = await openRunDirectory(options.directory, tools.log)
    const addressRange = await takeAddressRange()
    const runtime = new ProcessRuntime(tools, images, options, { directory, addressRange })
    // Resolved at the start, so that later changes of `PATH` or the working directory have no effect.
    for (const [image, command] of Object.entries(images))
      await runtime.#programOf(command).catch((error: Error) => tools.log.warn(error.message, { image }))
    return runtime
  }

  /** The offset of the first address on a node that no other simulation of this machine allocates. */
  get addressOffset(): number {
    return this.#addressRange.offset
  }

  isFor({ image }: Container): boolean {
    return commandFor(this.#images, image ?? '') !== undefined
  }

  /** Calls `listener` when the observed state of a pod changes, until the result is disposed. */
  listen(listener: (pod: Ref) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  look({ metadata: { uid } }: Pod, { name }: Container): ContainerObservation {
    return this.#pods.get(uid)?.containers.get(name)?.observation ?? { is: 'absent' }
  }

  takeEvents(uid: string): readonly PodEvent[] {
    return this.#pods.get(uid)?.events.splice(0) ?? []
  }

  /** The log of a container, or of its previous run. */
  readonly logs: PodLogs = (request) => {
    const { container, previous = false } = request
    const pod = this.#find(request)
    const buffer = (previous ? pod?.previous : pod?.containers)?.get(container)?.logs
    return buffer === undefined ? nothing() : readLog(buffer, request)
  }

  /** Exec, attach and port-forward. */
  readonly streams: PodStreams = {
    exec: (request) => this.#execute(request),
    attach: async (request) => attached(this.#runningIn(request).logs),
    forward: async (request) => {
      const { address } = this.#find(request) ?? {}
      if (address === undefined) throw seeming(`the pod ${request.namespace}/${request.name}`)
      return connectTo(address, request.port)
    },
  }

  async #execute(request: PodExecRequest): Promise<PodProcess> {
    const { container: name, command, stdin, tty } = request
    const container = this.#runningIn(request)
    const { cwd, env, mounts } = container.place!
    if (container.allowsCommands !== true)
      throw new Error(
        `nothing may be run in the container ${JSON.stringify(name)}: map its image with \`allowsCommands\``,
      )
    if (this.#count() >= this.#maxProcesses) throw new Error(tooMany)
    const [program = '', ...args] = command.map((word) => relocate(word, mounts))
    const executed = await executeCommand({ program, args, cwd, env, stdin, tty, clock: this.#tools.clock })
    this.#executed.add(executed)
    const over = onAbort(container.over, () => executed.end()) // it ends with the container
    void executed.ended.then(() => {
      over[Symbol.dispose]()
      this.#executed.delete(executed)
    })
    return executed
  }

  /** Failure: throws unless the container is a running process. */
  #runningIn(request: PodAttachRequest): ProcessContainer {
    const container = this.#find(request)?.containers.get(request.container)
    if (container?.place === undefined) throw seeming(`the container ${JSON.stringify(request.container)}`)
    return container
  }

  #find({ name, namespace }: { readonly name: string; readonly namespace: string }): RunningPod | undefined {
    return [...this.#pods.values()].find(({ ref }) => ref.name === name && ref.namespace === namespace)
  }

  get #maxProcesses(): number {
    return this.#options.maxProcesses ?? 64
  }

  start(pod: Pod, container: Container, podIp: string): void {
    if (this.#isClosed) return
    const running = this.#podOf(pod)
    running.address = loopbackOf(podIp)
    const before = running.containers.get(container.name)
    if (before !== undefined) running.previous.set(container.name, before)
    const next = new ProcessContainer(this.#tools.ids.uuid().replaceAll('-', ''), pod, container, {
      clock: this.#tools.clock,
      log: this.#tools.log,
      directory: this.#directory.path,
      maxLogBytes: this.#options.maxLogBytes ?? 1_048_576,
      address: loopbackOf(podIp),
      allowsCommands: commandFor(this.#images, container.image ?? '')?.allowsCommands === true,
      onChange: () => this.#tell(running.ref),
      onEvent: (event) => {
        running.events.push(event)
        this.#tell(running.ref)
      },
    })
    const isFull = this.#count() >= this.#maxProcesses
    running.containers.set(container.name, next)
    next.start(async () => {
      if (isFull) throw new MissingReference(tooMany)
      return this.#prepare(running, { pod, container, podIp })
    })
  }

  stop({ metadata: { uid } }: Pod, { name }: Container, stopBy: number): boolean {
    return this.#pods.get(uid)?.containers.get(name)?.stop(stopBy) ?? false
  }

  forget(uid: string): void {
    const pod = this.#pods.get(uid)
    if (pod === undefined) return
    this.#pods.delete(uid)
    const ending = this.#end(uid, pod, this.#tools.clock.now())
    this.#ending.add(ending)
    void ending.finally(() => this.#ending.delete(ending))
  }

  /** Deletes the directory of a deleted claim. */
  async dropClaim(uid: string): Promise<void> {
    await rm(join(this.#claims, uid), { recursive: true, force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    const stopBy = this.#tools.clock.now() + toMs(this.#options.stopTimeout ?? '5s')
    await Promise.all([...this.#pods].map(([uid, pod]) => this.#end(uid, pod, stopBy)))
    await Promise.all(this.#ending)
    for (const executed of this.#executed) executed.end()
    await Promise.all([...this.#executed].map(({ ended }) => ended))
    await this.#directory[Symbol.asyncDispose]()
    await this.#addressRange[Symbol.asyncDispose]()
  }

  async #end(uid: string, pod: RunningPod, stopBy: number): Promise<void> {
    const { containers, tokens } = pod
    pod.isGone = true
    tokens?.[Symbol.dispose]()
    await Promise.all(
      [...containers.values()].map((container) => {
        container.stop(stopBy)
        return container.ended()
      }),
    )
    await rm(this.#directoryOf(uid), { recursive: true, force: true })
  }

  #count(): number {
    const all = [...this.#pods.values()].flatMap(({ containers }) => [...containers.values()])
    return all.filter(({ isActive }) => isActive).length + this.#executed.size
  }

  #podOf({ metadata: { uid, name, namespace } }: Pod): RunningPod {
    const known = this.#pods.get(uid)
    if (known !== undefined) return known
    const pod: RunningPod = {
      ref: { name, namespace: namespace! },
      containers: new Map(),
      previous: new Map(),
      events: [],
      volumes: undefined,
      tokens: undefined,
      isGone: false,
      address: undefined,
    }
    this.#pods.set(uid, pod)
    return pod
  }

  #tell(pod: Ref): void {
    for (const listener of this.#listeners) listener(pod)
  }

  get #claims(): string {
    return join(this.#directory.path, 'claims')
  }

  #directoryOf(uid: string): string {
    return join(this.#directory.path, 'pods', uid)
  }

  async #prepare(
    running: RunningPod,
    { pod, container, podIp }: { pod: Pod; container: Container; podIp: string },
  ): Promise<ContainerProgram> {
    const { uid, namespace } = pod.metadata
    const podDirectory = this.#directoryOf(uid)
    await mkdir(podDirectory, { recursive: true, mode: 0o700 })
    const place = { podIp, hostIp: pod.status?.hostIP ?? '' }
    const references = await this.#read(pod)
    running.volumes ??= this.#makeVolumes(running, { pod, place, references })
    const volumes = await running.volumes.catch((error: unknown) => {
      running.volumes = undefined // the next start retries
      throw error
    })
    const image = this.#commandOf(container)
    return containerProgram({
      pod,
      container,
      image,
      hostProgram: await this.#programOf(image),
      place,
      references,
      volumes,
      services: serviceVariables(
        this.serviceProxy.servicesFor(namespace!, pod.spec.enableServiceLinks !== false),
        this.serviceProxy.addressOf,
      ),
      apiServer: this.serviceProxy.apiServer,
      podDirectory,
      run: basename(this.#directory.path),
      hostsFile: this.serviceProxy.hostsFile(namespace!),
    })
  }

  #commandOf({ image = '' }: Container): ImageCommand {
    const command = commandFor(this.#images, image)
    if (command === undefined) throw new MissingReference(`no command is mapped to the image ${image}`)
    return command
  }

  /** Failure: throws `MissingReference`. */
  async #programOf(image: ImageCommand): Promise<string> {
    const known = this.#programs.get(image)
    if (known !== undefined) return known
    const found = await findHostProgram(image, { path: process.env['PATH'] ?? '', cwd: process.cwd() })
    if (found === undefined)
      throw new MissingReference(`the program ${image.command[0]} was not found in the PATH of this machine`)
    this.#programs.set(image, found)
    return found
  }

  /** Live reads: objects that were created just before the pod must be found. */
  async #read(pod: Pod): Promise<References> {
    const { client } = this.#tools
    const namespace = pod.metadata.namespace!
    const { configMaps, secrets } = referencesOf(pod)
    const maps = await Promise.all(
      configMaps.map((name) => client.get(ConfigMap, { name, namespace }).catch(ignoreNotFound)),
    )
    const found = await Promise.all(
      secrets.map((name) => client.get(Secret, { name, namespace }).catch(ignoreNotFound)),
    )
    return { configMaps: named(maps), secrets: named(found) }
  }

  async #makeVolumes(
    running: RunningPod,
    { pod, place, references }: Pick<VolumeContext, 'pod' | 'place' | 'references'>,
  ): Promise<ReadonlyMap<string, string>> {
    const { client } = this.#tools
    const namespace = pod.metadata.namespace!
    const names = (pod.spec.volumes ?? []).flatMap(
      ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
    )
    const claims = named(
      await Promise.all(
        names.map((name) => client.get(PersistentVolumeClaim, { name, namespace }).catch(ignoreNotFound)),
      ),
    )
    const tokens = new PodTokens(pod, this.#tools)
    await tokens.request()
    const volumes = await makeVolumes(
      { pod, place, references, tokens: tokens.values },
      {
        podDirectory: this.#directoryOf(pod.metadata.uid),
        claimsDirectory: this.#claims,
        hostPaths: this.#options.hostPaths ?? [],
        claimNamed: (name) => claims.get(name),
      },
    )
    running.tokens = tokens
    if (running.isGone) tokens[Symbol.dispose]()
    else tokens.keepFresh(volumes)
    return volumes
  }
}

function named<Item extends { readonly metadata: { readonly name: string } }>(
  objects: readonly (Item | undefined)[],
): ReadonlyMap<string, Item> {
  return new Map(objects.flatMap((object) => (object === undefined ? [] : [[object.metadata.name, object] as const])))
}

const tooMany = 'as many processes run as `processes.maxProcesses` allows'

/** An empty log. */
async function* nothing(): AsyncGenerator<string> {}
