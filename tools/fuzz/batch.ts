/** Sends some hundred requests to one fresh server and checks the results. */
import { findAnswerProblem, type HeardAnswer, parsed } from './answer-check.ts'
import { heapBytes, measure } from './cost.ts'
import { type FuzzedServer, startFuzzedServer } from './fuzzed-server.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { findStateProblems, Followers } from './state-check.ts'

/** The source of requests: a generator, or a list to replay. */
export interface RequestSource {
  next(): FuzzRequest | undefined
  hear?(body: unknown): void
}

export interface Limits {
  /** The CPU budget of a request, whatever its content. */
  readonly cpuMs: number
  /** The additional budget for each KiB that the client, the server or its webhooks send: every field takes work. */
  readonly cpuMsPerKib: number
  /** The limit of heap growth for one request. */
  readonly heapBytes: number
}

export const defaultLimits: Limits = { cpuMs: 250, cpuMsPerKib: 3, heapBytes: 600 * 1024 * 1024 }

export interface BatchFailure {
  /** The problem in words. Equal for the same bug. */
  readonly problem: string
  readonly detail: string
  /** All requests that were sent. The last one failed, unless the state check at the end did. */
  readonly requests: readonly FuzzRequest[]
}

export interface BatchResult {
  readonly sent: number
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Distinct errors with status 500. */
  readonly internalErrors: ReadonlySet<string>
  readonly slowestMs: number
  /** The slowest request. */
  readonly slowest: string
  readonly failure?: BatchFailure
}

export async function runBatch(seed: string, source: RequestSource, limits = defaultLimits): Promise<BatchResult> {
  await using server = await startFuzzedServer(seed)
  const followers = new Followers(server.transport)
  await followers.begin()
  const run = new BatchRun(server, limits)
  try {
    for (let request = source.next(); request !== undefined; request = source.next()) {
      const answer = await run.send(request)
      if (run.failure) return run.result()
      source.hear?.(answer.status < 300 ? parsed(answer.text) : undefined)
    }
    run.judge([...(await findStateProblems(server.transport)), ...(await followers.findProblems())])
    return run.result()
  } finally {
    followers.end()
  }
}

class BatchRun {
  readonly #server: FuzzedServer
  readonly #limits: Limits
  readonly #requests: FuzzRequest[] = []
  readonly #statuses = new Map<number, number>()
  readonly #internalErrors = new Set<string>()
  #slowestMs = 0
  #slowest = ''
  #failure: BatchFailure | undefined

  constructor(server: FuzzedServer, limits: Limits) {
    this.#server = server
    this.#limits = limits
  }

  get failure(): BatchFailure | undefined {
    return this.#failure
  }

  async send(request: FuzzRequest): Promise<HeardAnswer> {
    this.#requests.push(request)
    const before = heapBytes()
    try {
      const [answer, cost] = await measure(() => this.#server.send(request))
      this.#count(answer)
      if (cost.cpuMs > this.#slowestMs) {
        this.#slowestMs = cost.cpuMs
        this.#slowest = `${request.method} ${request.path.slice(0, 100)}, ${request.body?.length ?? 0} bytes`
      }
      this.#check(request, answer)
      if (cost.cpuMs > this.#allowedMs(request, answer))
        this.#fail('a request takes too long', `${cost.cpuMs.toFixed(0)} ms`)
      const grown = cost.heapBytes - before
      if (grown > this.#limits.heapBytes) this.#fail('a request takes too much memory', `${grown} bytes`)
      return answer
    } catch (error) {
      this.#fail(`no answer: ${textOf(error)}`, stackOf(error))
      return { status: 0, contentType: '', text: '', isCut: true }
    }
  }

  judge(problems: readonly string[]): void {
    if (problems[0] !== undefined) this.#fail(problems[0], problems.join('\n'))
    this.#blame()
  }

  result(): BatchResult {
    return {
      sent: this.#requests.length,
      statuses: this.#statuses,
      internalErrors: this.#internalErrors,
      slowestMs: this.#slowestMs,
      slowest: this.#slowest,
      ...(this.#failure ? { failure: this.#failure } : {}),
    }
  }

  #check({ method }: FuzzRequest, answer: HeardAnswer): void {
    this.#blame()
    const problem = findAnswerProblem(method, answer)
    if (problem !== undefined)
      this.#fail(problem, `${answer.status} ${answer.contentType}: ${answer.text.slice(0, 1_000)}`)
  }

  #blame(): void {
    const [fault] = this.#server.takeFaults()
    if (fault !== undefined) this.#fail(`a fault of the server: ${textOf(fault)}`, stackOf(fault))
  }

  #allowedMs({ body }: FuzzRequest, { text }: HeardAnswer): number {
    const bytes = Math.max(body?.length ?? 0, text.length) + this.#server.takeHeard()
    return this.#limits.cpuMs + (this.#limits.cpuMsPerKib * bytes) / 1_024
  }

  #count({ status, text }: HeardAnswer): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    if (status === 500) this.#internalErrors.add(text.slice(0, 300))
  }

  #fail(problem: string, detail: string): void {
    this.#failure ??= { problem, detail, requests: [...this.#requests] }
  }
}

function textOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error)).slice(0, 200)
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).slice(0, 3_000) : JSON.stringify(error)
}
