/** Runs one case on one server. */
import { createHash } from 'node:crypto'
import type { AwaitWatchStep, Case, CloseWatchStep, Condition, Hooks, RequestStep, Step } from './case.ts'
import { Mask } from './mask.ts'
import { type Observation, observeAnswer, observeHeaders, decodeBody, parseLine, type Received } from './observation.ts'
import { bytesOf, linesOf, type Target } from './target.ts'
import { type Filling, fillBody, fillText } from './template.ts'
import { openWatchReader, type WatchReader } from './watch-reader.ts'
import type { WebhookHost } from './webhook-host.ts'

export interface Site {
  readonly target: Target
  readonly host: WebhookHost
}

export interface Script extends Pick<Case, 'steps' | 'hooks' | 'sortsProblems'> {
  readonly id: string
  /** The id of the suite's setup, which its cases can refer to. */
  readonly suiteId: string
}

/** A word derived from a name: the same on every server and in every run. */
export function wordFor(name: string): string {
  return `c${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

export async function runCase(site: Site, script: Script): Promise<Observation[]> {
  const run = new CaseRun(site, script)
  try {
    return await run.all()
  } finally {
    run.stop()
  }
}

class CaseRun {
  readonly #site: Site
  readonly #script: Script
  readonly #filling: Filling & { readonly saved: Map<string, unknown> }
  readonly #mask: Mask
  readonly #watches = new Map<string, WatchReader>()

  constructor(site: Site, script: Script) {
    const { host } = site
    const id = wordFor(script.id)
    const words = { id, ns: id, suite: wordFor(script.suiteId), hook: `${host.url}/${id}`, ca: host.caBundle }
    this.#site = site
    this.#script = script
    this.#filling = { words: { ...words, suiteHook: `${host.url}/${words.suite}` }, saved: new Map() }
    const texts = { [host.url]: '<hooks>', [host.caBundle]: '<ca>' }
    this.#mask = new Mask(texts, { sortsProblems: script.sortsProblems === true })
    this.#serve(id, script.hooks)
  }

  async all(): Promise<Observation[]> {
    if (JSON.stringify(this.#script.steps).includes('{ns}')) await this.#createNamespace()
    const seen: Observation[] = []
    for (const step of this.#script.steps) seen.push(await this.#attempt(step))
    return seen
  }

  stop(): void {
    for (const watch of this.#watches.values()) watch.stop()
  }

  #serve(id: string, hooks: Hooks | undefined): void {
    if (hooks) this.#site.host.add(id, hooks)
  }

  async #createNamespace(): Promise<void> {
    const body = JSON.stringify({ metadata: { name: this.#filling.words['ns'] } })
    const headers = { 'content-type': 'application/json' }
    const answer = await this.#site.target.send({ method: 'POST', path: '/api/v1/namespaces', headers, body })
    const text = (await bytesOf(answer.body)).toString()
    if (answer.status !== 201) throw new Error(`Cannot make a namespace for ${this.#script.id}: ${text}`)
  }

  async #attempt(step: Step): Promise<Observation> {
    try {
      return await this.#step(step)
    } catch (error) {
      return { failed: this.#mask.text(error instanceof Error ? error.message : String(error)) }
    }
  }

  #step(step: Step): Promise<Observation> | Observation {
    switch (step.do) {
      case 'request':
        return this.#request(step)
      case 'open watch':
        return this.#openWatch(step)
      case 'await watch':
        return this.#awaitWatch(step)
      case 'close watch':
        return this.#closeWatch(step)
      case 'forget':
        return this.#forget()
      case 'calls':
        return this.#calls(step.hook)
    }
  }

  async #forget(): Promise<Observation> {
    await this.#site.target.forget()
    return null
  }

  #calls(hook: string): Observation {
    const calls = this.#site.host.callsOf(this.#filling.words['id']!, hook)
    const asked = calls.filter((call) => !JSON.stringify(call).includes('"name":"probe"'))
    return { calls: asked.map((call) => this.#mask.body(call)) }
  }

  async #request(step: RequestStep): Promise<Observation> {
    const received = step.until ? await this.#askUntil(step, step.until) : await this.#ask(step)
    if (step.saveAs && received.status < 300) this.#filling.saved.set(step.saveAs, decodeBody(received))
    return observeAnswer(received, step.compare ?? 'all', this.#mask)
  }

  async #ask(step: Pick<RequestStep, 'method' | 'path' | 'headers' | 'body'>): Promise<Received> {
    const body = this.#bodyOf(step)
    const answer = await this.#site.target.send({
      method: step.method,
      path: fillText(step.path, this.#filling),
      headers: this.#headersOf(step.headers ?? {}, body !== undefined),
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, headers: answer.headers, bytes: await bytesOf(answer.body) }
  }

  async #askUntil(step: RequestStep, condition: Condition): Promise<Received> {
    const { pollMs, patienceMs } = this.#site.target.pace
    for (let waited = 0; ; waited += pollMs) {
      const received = await this.#ask(step)
      const text = received.bytes.toString()
      if (this.#holds(condition, received, text)) return received
      if (waited > patienceMs)
        throw new Error(`never came to be: ${JSON.stringify(condition)}; last: ${received.status} ${text}`)
      await pause(pollMs)
    }
  }

  #holds({ status, contains, warns, lacks }: Condition, received: Received, text: string): boolean {
    const warnings = received.headers['warning']?.join() ?? ''
    if (status !== undefined && status !== received.status) return false
    if (warns !== undefined && !warnings.includes(fillText(warns, this.#filling))) return false
    if (contains !== undefined && !text.includes(fillText(contains, this.#filling))) return false
    return lacks === undefined || !text.includes(fillText(lacks, this.#filling))
  }

  #bodyOf({ body }: Pick<RequestStep, 'body'>): string | Uint8Array | undefined {
    if (body === undefined) return undefined
    const filled = fillBody(body, this.#filling)
    noteGenerated(filled, this.#mask)
    return typeof filled === 'string' || filled instanceof Uint8Array ? filled : JSON.stringify(filled)
  }

  #headersOf(given: NonNullable<RequestStep['headers']>, hasBody: boolean): Record<string, string | readonly string[]> {
    const all: Record<string, string | readonly string[] | null> = {
      accept: 'application/json',
      'user-agent': 'conformance/1.0',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...given,
    }
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => {
        if (value === null) return name === 'authorization' ? [[name, '']] : []
        return [
          [
            name,
            typeof value === 'string'
              ? fillText(value, this.#filling)
              : value.map((one) => fillText(one, this.#filling)),
          ],
        ]
      }),
    )
  }

  async #openWatch({ id, path, headers }: Extract<Step, { do: 'open watch' }>): Promise<Observation> {
    const abort = new AbortController()
    const answer = await this.#site.target.send({
      method: 'GET',
      path: fillText(path, this.#filling),
      headers: this.#headersOf(headers ?? {}, false),
      signal: abort.signal,
    })
    this.#watches.set(id, openWatchReader(answer.status, linesOf(answer.body), abort))
    return { status: answer.status, headers: observeHeaders(answer.headers, this.#mask) }
  }

  async #awaitWatch({ id, events }: AwaitWatchStep): Promise<Observation> {
    await this.#watches.get(id)?.settle({ ...this.#site.target.pace, quietMs: 0 }, events)
    return null
  }

  async #closeWatch({ id, events, marker }: CloseWatchStep): Promise<Observation> {
    const watch = this.#watches.get(id)
    if (!watch) return { failed: `no watch ${id} is open` }
    const { pace } = this.#site.target
    await (marker === undefined ? watch.settle(pace, events) : watch.reach(pace, marker))
    watch.stop()
    return {
      status: watch.status,
      events: watch.lines.filter(isPromised).map((line) => this.#mask.body(parseLine(line))),
      hasEnded: watch.hasEnded,
    }
  }
}

/** Bookmarks come at any time; only the one that ends the initial events is guaranteed. */
function isPromised(line: string): boolean {
  return !line.startsWith('{"type":"BOOKMARK"') || line.includes('initial-events-end')
}

/** Masks the random name of an object created with `generateName`. */
function noteGenerated(body: unknown, mask: Mask): void {
  const { generateName } = (body as { metadata?: { generateName?: unknown } } | null)?.metadata ?? {}
  if (typeof generateName === 'string' && generateName !== '') mask.expectGenerated(generateName.slice(0, 58))
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
