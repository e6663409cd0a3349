/**
 * The only connection to the server. It is reopened when it ends, or when another page needs other topics. Every connection starts with
 * complete tables, so no event is lost. Uses `fetch`, because `EventSource` cannot send a token.
 */
import { backOffMs } from '@kubewright/core/time'
import type { StreamEvent } from '@kubewright/dashboard/topics'
import { everyMs, later, now, setServerTime } from './browser-clock.ts'
import { EventParser } from './event-parser.ts'
import type { Tables } from './tables.ts'

const tokenKey = 'kubewright-dashboard-token'
const firstPauseMs = 250
const longestPauseMs = 5_000

export class Connection {
  readonly #tables: Tables
  #topics: readonly string[] = []
  #current: AbortController | undefined
  /** Failures in a row. */
  #failures = 0

  constructor(tables: Tables) {
    this.#tables = tables
    everyMs(1_000, () => this.#checkSilence())
  }

  /** Subscribes to these topics instead of the current ones. */
  follow(topics: readonly string[]): void {
    const isSame = topics.length === this.#topics.length && topics.every((topic) => this.#topics.includes(topic))
    if (isSame && this.#current !== undefined) return
    this.#topics = topics
    this.#tables.keepOnly(topics)
    this.#open()
  }

  /** A token for the API server, stored while the tab is open. */
  unlock(token: string): void {
    sessionStorage.setItem(tokenKey, token.trim())
    this.#open()
  }

  /** Failure: rejects with the server's message. */
  async post(action: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...authorization() }
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await answerOf(await fetch(`/api/v1/actions/${encodeURIComponent(action)}`, options))).result
  }

  /** Failure: rejects with the server's message. */
  async get(path: string): Promise<Record<string, unknown>> {
    return answerOf(await fetch(path, { headers: authorization() }))
  }

  #open(): void {
    this.#current?.abort()
    const attempt = new AbortController()
    this.#current = attempt
    this.#read(attempt.signal).then(
      () => this.#ended(attempt, 'The server closed the connection.'),
      (error: unknown) => this.#ended(attempt, error instanceof Error ? error.message : String(error)),
    )
  }

  async #read(signal: AbortSignal): Promise<void> {
    const query = this.#topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join('&')
    const response = await fetch(`/api/v1/stream?${query}`, { signal, headers: authorization() })
    if (!response.ok) await answerOf(response, true)
    const parser = new EventParser()
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      for (const { data } of parser.take(value)) this.#take(JSON.parse(data) as StreamEvent)
    }
  }

  #take(event: StreamEvent): void {
    if (event.type === 'hello') setServerTime(event.server.at)
    this.#failures = 0
    this.#tables.heardAt = now()
    this.#tables.setLink('live')
    this.#tables.take(event)
  }

  #ended(attempt: AbortController, why: string): void {
    if (attempt !== this.#current) return // superseded by another attempt
    this.#current = undefined
    if (why.startsWith(lockedMark)) return this.#tables.setLink('locked', why.slice(lockedMark.length))
    this.#tables.setLink('lost', why)
    later(backOffMs(++this.#failures, firstPauseMs, longestPauseMs), () => {
      if (this.#current === undefined) this.#open()
    })
  }

  /** A connection may be open but dead: after the machine slept, or if the server hangs. */
  #checkSilence(): void {
    const { server, heardAt, link } = this.#tables
    if (link !== 'live' || server === undefined || now() - heardAt < 3 * server.aliveEveryMs) return
    const attempt = this.#current
    attempt?.abort()
    if (attempt !== undefined) this.#ended(attempt, 'The server stopped sending data.')
  }
}

const lockedMark = 'locked: '

class Locked extends Error {
  constructor(message: string) {
    super(`${lockedMark}${message}`)
  }
}

function authorization(): Record<string, string> {
  const token = sessionStorage.getItem(tokenKey)
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** @param locks whether a refusal locks the whole page */
async function answerOf(response: Response, locks = false): Promise<Record<string, unknown>> {
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const message = typeof answer['message'] === 'string' ? answer['message'] : `The server answered ${response.status}.`
  if (locks && (response.status === 401 || response.status === 403)) throw new Locked(message)
  if (!response.ok) throw new Error(message)
  return answer
}
