/** One start of one container as a process: prepared, run, probed, stopped. */
import { type Clock, formatRef, type Logger } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import type { Container, Pod, Probe } from '@kubewright/kubernetes/core/v1'
import type { ContainerObservation } from '../pods/container-observation.ts'
import type { PodEvent } from '../pods/container-step.ts'
import type { ContainerProgram } from './container-program.ts'
import { MissingReference } from './container-variables.ts'
import { LogBuffer } from './log-buffer.ts'
import { markProcess, unmarkProcess } from './orphans.ts'
import { type ProbedState, probeContainer } from './prober.ts'
import { type ProcessGroup, startGroup } from './process-group.ts'

export interface ContainerHost {
  readonly clock: Clock
  readonly log: Logger
  readonly directory: string
  readonly maxLogBytes: number
  /** The address of the container. */
  readonly address: string
  /** Whether commands may be executed in it. */
  readonly allowsCommands: boolean
  /** Called when the observed state of the container has changed. */
  readonly onChange: () => void
  readonly onEvent: (event: PodEvent) => void
}

/** The retry interval after a failed start. */
const retryMs = 10_000

export class ProcessContainer {
  readonly id: string
  readonly logs: LogBuffer
  readonly #pod: Pod
  readonly #container: Container
  readonly #host: ContainerHost
  readonly #over = new AbortController()
  /** Set while it runs. */
  #group: ProcessGroup | undefined
  /** Set while it runs. */
  #program: ContainerProgram | undefined
  #state: ContainerObservation = { is: 'preparing' }
  #probed: ProbedState
  #stopBy: number | undefined
  #killing: Disposable | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(id: string, pod: Pod, container: Container, host: ContainerHost) {
    this.id = id
    this.#pod = pod
    this.#container = container
    this.#host = host
    this.logs = new LogBuffer(host.maxLogBytes, () => host.clock.now())
    this.#probed = { isStarted: container.startupProbe === undefined, isReady: false }
  }

  get observation(): ContainerObservation {
    return this.#state
  }

  /** Whether a process may exist. */
  get isActive(): boolean {
    return this.#state.is === 'preparing' || this.#state.is === 'running'
  }

  get allowsCommands(): boolean {
    return this.#host.allowsCommands
  }

  /** The environment for executed commands; `undefined` unless the container runs. */
  get place(): ContainerProgram | undefined {
    return this.#program
  }

  /** Aborted when the container exits, or is requested to stop. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  start(prepare: () => Promise<ContainerProgram>): void {
    this.#running = track(`run ${this.#container.name} of ${this.#pod.metadata.name}`, this.#run(prepare))
  }

  /** Resolves once nothing of it is left. */
  ended(): Promise<void> {
    return this.#running
  }

  /** Returns whether this is the first request. Another call can only shorten the deadline. */
  stop(stopBy: number): boolean {
    const isNew = this.#stopBy === undefined
    this.#stopBy = Math.min(stopBy, this.#stopBy ?? stopBy)
    this.#over.abort()
    if (this.#group !== undefined) this.#terminate(this.#group, isNew)
    return isNew
  }

  #terminate(group: ProcessGroup, isNew: boolean): void {
    if (isNew) group.signal('SIGTERM')
    this.#killing?.[Symbol.dispose]()
    const leftMs = Math.max(0, this.#stopBy! - this.#host.clock.now())
    this.#killing = this.#host.clock.schedule(leftMs, () => group.signal('SIGKILL'))
  }

  async #run(prepare: () => Promise<ContainerProgram>): Promise<void> {
    const { clock } = this.#host
    let startedAt = clock.now()
    try {
      const program = await prepare()
      if (this.#stopBy !== undefined) return this.#exit(startedAt, { exitCode: 137, signal: 9 })
      const onOutput = (stream: 'stdout' | 'stderr', text: string) => this.logs.write(stream, text)
      const group = await startGroup({ ...program, onOutput })
      await markProcess(this.#host.directory, this.id, group.pid)
      startedAt = clock.now()
      await this.#live(group, program, startedAt)
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#killing?.[Symbol.dispose]()
      this.logs.end()
      await unmarkProcess(this.#host.directory, this.id)
    }
  }

  async #live(group: ProcessGroup, program: ContainerProgram, startedAt: number): Promise<void> {
    this.#group = group
    this.#program = program
    this.#show({ is: 'running', id: this.id, startedAt, ...this.#probed })
    if (this.#stopBy !== undefined) this.#terminate(group, true)
    const probing = this.#probe(program)
    const end = await group.ended
    this.#group = undefined
    this.#program = undefined
    this.#over.abort()
    await probing
    this.#exit(startedAt, end)
  }

  async #probe({ cwd, env }: ContainerProgram): Promise<void> {
    const { clock, address, onEvent } = this.#host
    await probeContainer({
      clock,
      target: { host: address, container: this.#container, cwd, env },
      signal: this.#over.signal,
      onChange: (state) => this.#notice(state),
      onFailure: (kind, why) => onEvent({ type: 'Warning', reason: 'Unhealthy', note: `${kind} probe failed: ${why}` }),
      onDeath: (kind, probe) => this.#kill(kind, probe),
    })
  }

  #notice(state: ProbedState): void {
    if (this.#state.is !== 'running') return
    const { isStarted, isReady } = this.#probed
    if (isStarted === state.isStarted && isReady === state.isReady) return
    this.#probed = state
    this.#show({ ...this.#state, ...state })
  }

  #kill(kind: 'startup' | 'liveness', { terminationGracePeriodSeconds: own }: Probe): void {
    const { name } = this.#container
    const note = `Container ${name} failed ${kind} probe, will be restarted`
    this.#host.onEvent({ type: 'Normal', reason: 'Killing', note })
    const seconds = own ?? this.#pod.spec.terminationGracePeriodSeconds ?? 30
    this.stop(this.#host.clock.now() + seconds * 1_000)
  }

  #exit(startedAt: number, { exitCode, signal }: { exitCode: number; signal: number | undefined }): void {
    const message = exitCode === 0 ? undefined : this.#lastWords()
    this.#show({
      is: 'exited',
      id: this.id,
      startedAt,
      finishedAt: this.#host.clock.now(),
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      ...(signal === undefined ? {} : { signal }),
      ...(message === undefined ? {} : { message }),
    })
  }

  /** The end of its log, if the termination message policy requires it. */
  #lastWords(): string | undefined {
    if (this.#container.terminationMessagePolicy !== 'FallbackToLogsOnError') return undefined
    const lines = this.logs.read({ tailLines: 80 }).map(({ text }) => `${text}\n`)
    return lines.join('').slice(-2_048)
  }

  #fail(error: unknown): void {
    const { clock, log } = this.#host
    const isMissing = error instanceof MissingReference
    const message = error instanceof Error ? error.message : String(error)
    const place = { pod: formatRef(this.#pod.metadata), container: this.#container.name }
    if (!isMissing) log.warn('container could not be started, will retry', { ...place, error })
    this.#group?.signal('SIGKILL')
    const reason = isMissing ? 'CreateContainerConfigError' : 'RunContainerError'
    this.#show({ is: 'broken', reason, message, retryAt: clock.now() + retryMs })
  }

  #show(state: ContainerObservation): void {
    this.#state = state
    this.#host.onChange()
  }
}
