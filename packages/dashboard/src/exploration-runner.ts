/**
 * Runs one exploration at a time, and keeps the last results until the next one starts.
 *
 * Guarantees
 * - Only a file that the source lists is run, with validated options.
 * - Disposing it stops the running exploration and waits for it.
 */
import type { Clock } from '@kubewright/core'
import type { JsonObject } from '@kubewright/core/json'
import { track } from '@kubewright/core/tasks'
import { collecting, every, replaceAll } from './collecting.ts'
import type {
  ExplorationProgress,
  ExplorationRequest,
  ExplorationResult,
  ExplorationRunEntry,
  ExplorationSource,
  ExploredFailure,
  ExploredFailureEntry,
} from './exploration.ts'
import { refused, requestIn } from './exploration-request.ts'
import { begun, broken, ended, progressed, stopping } from './exploration-run.ts'
import type { OpenTopic, Publisher, TopicSource } from './topic.ts'

/** Files are added and removed while a project is edited. */
const lookMs = 3_000

export class ExplorationRunner implements AsyncDisposable {
  readonly #source: ExplorationSource
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  #run: ExplorationRunEntry | undefined
  #failures: readonly ExploredFailure[] = []
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined
  /** Guards against two concurrent starts: files are listed before the first one runs. */
  #isStarting = false

  constructor(source: ExplorationSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
  }

  readonly topics: TopicSource = (name, parameter) => {
    if (name === 'explorations' && parameter === '') return this.#filesTopic
    if (name === 'exploration' && parameter === '') return this.#topic((publisher) => this.#publish(publisher))
    if (name !== 'exploration-story' || !/^[1-9]\d{0,5}$/.test(parameter)) return undefined
    return this.#topic((publisher) => {
      const sequence = this.#failures[Number(parameter) - 1]?.sequence
      if (sequence === undefined) publisher.remove('sequence')
      else publisher.put('sequence', sequence)
    })
  }

  /** Whether there is anything to explore. */
  async hasFiles(): Promise<boolean> {
    return (await this.#source.find()).length > 0
  }

  /** Failure: `KW_DASHBOARD_REQUEST` for an invalid request, or while another exploration runs. */
  async start(body: JsonObject): Promise<void> {
    const request = requestIn(body)
    if (this.#running !== undefined || this.#isStarting) {
      throw refused('another exploration is running', 'Stop it first, or wait for its end.')
    }
    this.#isStarting = true
    try {
      const files = await this.#source.find()
      if (!files.includes(request.file)) {
        throw refused(`there is no exploration ${JSON.stringify(request.file)}`, 'Choose a file that the page lists.')
      }
      this.#begin(request)
    } finally {
      this.#isStarting = false
    }
  }

  /** Stops the running exploration, if any. Results so far are kept. */
  stop(): void {
    if (this.#run === undefined || this.#running === undefined) return
    this.#change(stopping(this.#run))
    this.#running.stop.abort(new Error('stopped from the dashboard'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop()
    await this.#running?.done
  }

  #begin(request: ExplorationRequest): void {
    const stop = new AbortController()
    this.#failures = []
    this.#change(begun(request, this.#clock.now()))
    const progress = (heard: ExplorationProgress) => this.#change(progressed(this.#run!, heard))
    const done = this.#source
      .run(request, { progress, signal: stop.signal })
      .then(
        (result) => this.#end(result),
        (error: unknown) => {
          const problem = error instanceof Error ? error.message : String(error)
          this.#change(broken(this.#run!, problem, this.#clock.now()))
        },
      )
      .finally(() => (this.#running = undefined))
    this.#running = { stop, done }
    void track('explore for the dashboard', done)
  }

  #end(result: ExplorationResult): void {
    this.#failures = result.failures
    this.#change(ended(this.#run!, result, this.#clock.now()))
  }

  #change(run: ExplorationRunEntry): void {
    this.#run = run
    for (const listener of this.#listeners) listener()
  }

  readonly #filesTopic: OpenTopic = collecting(async ({ publisher, signal, hold }) => {
    const known = new Set<string>()
    hold(
      every(this.#clock, lookMs, async () => {
        try {
          const files = await this.#source.find()
          if (signal.aborted) return
          replaceAll(publisher, known, new Map(files.map((file) => [file, { file }])))
          publisher.problem(undefined)
        } catch (error) {
          publisher.problem(error instanceof Error ? error.message : String(error))
        }
        publisher.ready()
      }),
    )
  })

  #topic(publish: (publisher: Publisher) => void): OpenTopic {
    return (publisher) => {
      const listener = () => publish(publisher)
      this.#listeners.add(listener)
      listener()
      publisher.ready()
      return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
    }
  }

  #publish(publisher: Publisher): void {
    if (this.#run !== undefined) publisher.put('run', this.#run)
    if (this.#failures.length === 0) for (let at = 1; at <= mostFailures; at++) publisher.remove(String(at))
    for (const [at, failure] of this.#failures.slice(0, mostFailures).entries()) {
      publisher.put(String(at + 1), entryOf(failure))
    }
  }
}

/** Each is one bug: reports with more are truncated. */
const mostFailures = 100

function entryOf({ oracle, message, times, story, planFile, sequence }: ExploredFailure): ExploredFailureEntry {
  return { oracle, message, times, story, planFile, hasSequence: sequence !== undefined }
}
