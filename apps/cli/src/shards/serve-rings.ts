/**
 * Serves the page of the rings on this machine, and tells every page that is open how they are, again and again. Looks only while
 * somebody does, and once for all of them.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, type Duration, sleep, track } from '@kubewright/core'
import type { RingReport } from '@kubewright/sharding'
import { cliErrors } from '../errors.ts'
import { pauseAfter } from './look-pause.ts'
import { ringPage } from './ring-page.ts'

export interface RingServerOptions {
  /** 0 for any that is free. */
  readonly port: number
  readonly clock: Clock
  readonly lookEvery: Duration
  readonly read: (signal: AbortSignal) => Promise<readonly RingReport[]>
}

export interface RingServer extends AsyncDisposable {
  readonly url: string
}

const host = '127.0.0.1'
/** More is nobody's to read, and would be sent every time. */
const movesShown = 50

/** Failure: `KW_CLI_PORT`. */
export async function serveRings(options: RingServerOptions): Promise<RingServer> {
  const looks = new Looks(options)
  const server = createServer((request, response) => answer({ request, response, server, looks }))
  server.listen(options.port, host)
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw unavailable(options.port, cause)
  })
  return {
    url: `http://${host}:${portOf(server)}/`,
    async [Symbol.asyncDispose]() {
      await looks[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly server: Server
  readonly looks: Looks
}

function answer({ request, response, server, looks }: Asked): void {
  const refuse = (status: number, text: string) => void response.writeHead(status, plain).end(`${text}\n`)
  // A page from elsewhere whose name was made to point here sends that name.
  const names = [host, 'localhost'].map((name) => `${name}:${portOf(server)}`)
  if (!names.includes(request.headers.host ?? '')) return refuse(421, `This is ${names[0]}.`)
  if (request.method !== 'GET') return refuse(405, 'Here is only something to look at.')
  const path = request.url?.split('?')[0]
  if (path === '/') return sendPage(response)
  if (path === '/rings') return looks.follow(response)
  refuse(404, 'There is nothing else here. See /')
}

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

function sendPage(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64')
  const own = `'nonce-${nonce}'`
  const policy = `default-src 'none'; script-src ${own}; style-src ${own}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(ringPage(nonce))
}

/** What is told to those who look. */
class Looks implements AsyncDisposable {
  readonly #options: RingServerOptions
  readonly #stop = new AbortController()
  readonly #pages = new Set<ServerResponse>()
  #running: Promise<void> | undefined
  #last: string | undefined

  constructor(options: RingServerOptions) {
    this.#options = options
  }

  follow(page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
    page.flushHeaders()
    this.#pages.add(page)
    page.once('close', () => this.#pages.delete(page))
    if (this.#running !== undefined && this.#last !== undefined) page.write(this.#last)
    this.#running ??= track('look at the rings', this.#run())
  }

  /** Until nobody looks any more. */
  async #run(): Promise<void> {
    const { clock, lookEvery } = this.#options
    while (this.#pages.size > 0 && !this.#stop.signal.aborted) {
      const began = clock.elapsed()
      this.#last = `data: ${JSON.stringify(await this.#look())}\n\n`
      const pauseMs = pauseAfter(clock.elapsed() - began, lookEvery)
      // Whoever has not read the last one yet gets the next: each is whole.
      for (const page of this.#pages) if (!page.writableNeedDrain) page.write(this.#last)
      await sleep(clock, pauseMs, this.#stop.signal).catch(() => undefined)
    }
    this.#running = undefined
  }

  /** What fails once may work with the next look. */
  async #look(): Promise<object> {
    const { clock, read } = this.#options
    try {
      return { at: clock.now(), rings: (await read(this.#stop.signal)).map(shown) }
    } catch (error) {
      return { at: clock.now(), problem: error instanceof Error ? error.message : String(error) }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    for (const page of this.#pages) page.end()
    await this.#running
  }
}

function shown(report: RingReport): object {
  return { ...report, moving: report.moves.length, moves: report.moves.slice(0, movesShown) }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function unavailable(port: number, cause: NodeJS.ErrnoException): Error {
  const why = cause.code === 'EADDRINUSE' ? 'something else listens there already' : cause.message
  return cliErrors('KW_CLI_PORT', {
    what: `serve the page of the shards on ${host}:${port}`,
    why,
    next: 'Choose another port with --port, or 0 for any that is free.',
    details: { port },
    cause,
  })
}
