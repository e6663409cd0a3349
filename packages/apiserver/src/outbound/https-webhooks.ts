/**
 * Calls webhooks over HTTPS, as kube-apiserver does.
 *
 * Guarantees
 * - Certificates are verified against the configured bundle; those of services against their cluster DNS name.
 * - Every call ends: with a response, on timeout, or when its signal is aborted. No response takes more memory than the limit.
 * - Connections are kept alive for further calls to the same address, and closed on disposal.
 */
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { TLSSocket } from 'node:tls'
import { type Clock, systemClock } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import { readCaBundle } from './ca-bundle.ts'
import { describeFailure, type ShownCertificate } from './go-error.ts'
import { readBody } from './limited-body.ts'
import type { FindService } from './service-address.ts'
import { type DialAddress, parseAddress, targetOf, type WebhookTarget } from './webhook-target.ts'
import type { WebhookAddress, WebhookAnswer, WebhookRequest, WebhookTransport } from './webhook-transport.ts'

export interface HttpsWebhooksOptions {
  /** @default there are no services */
  readonly serviceAddress?: FindService
  /** @default the system's */
  readonly clock?: Clock
  /** The maximum size of a response. @default 16 MiB */
  readonly maxAnswerBytes?: number
}

export interface HttpsWebhooks extends Disposable {
  readonly transport: WebhookTransport
}

/** The maximum number of addresses with kept-alive connections. */
const agentLimit = 200
/** The number of requests, redirects included, after which Go's client gives up. */
const requestLimit = 10

export function createHttpsWebhooks(options: HttpsWebhooksOptions = {}): HttpsWebhooks {
  const agents = new Map<string, Agent>()
  return {
    transport: (request) => call(request, { ...options, agents }),
    [Symbol.dispose]() {
      for (const agent of agents.values()) agent.destroy()
      agents.clear()
    },
  }
}

type Calling = HttpsWebhooksOptions & { readonly agents: Map<string, Agent> }

class TimedOut extends Error {}

async function call(request: WebhookRequest, calling: Calling): Promise<WebhookAnswer> {
  const { address, query, timeoutMs, signal } = request
  const target = targetOf(address, query)
  const agent = agentFor(address, target, calling.agents)
  const { clock = systemClock } = calling
  using time = deadline(clock, timeoutMs, () => new TimedOut(), signal)
  const sending = { agent, dial: dialAddress(address, target, calling), signal: time.signal, clock }
  return await follow({ target, method: 'POST', body: request.body }, sending, calling.maxAnswerBytes)
}

function agentFor({ caBundle }: WebhookAddress, target: WebhookTarget, agents: Map<string, Agent>): Agent {
  const ca = readCaBundle(caBundle)
  const key = `${target.host} ${caBundle ?? ''}`
  // As in Go, any certificate of the bundle is trusted, also an intermediate or leaf certificate.
  const trust = ca === undefined ? {} : { ca, allowPartialTrustChain: true }
  const agent = agents.get(key) ?? new Agent({ keepAlive: true, ...trust })
  // Reinsert the agent, so that the least recently used one is evicted first.
  agents.delete(key)
  agents.set(key, agent)
  const [oldest] = agents
  if (agents.size > agentLimit && oldest !== undefined) {
    agents.delete(oldest[0])
    oldest[1].destroy()
  }
  return agent
}

function dialAddress({ service }: WebhookAddress, target: WebhookTarget, { serviceAddress }: Calling): DialAddress {
  if (service === undefined) return target.dial
  const { namespace, name, port = 443 } = service
  try {
    const found = serviceAddress?.(namespace, name, port)
    if (found === undefined) throw new Error(`service ${JSON.stringify(name)} not found`)
    return parseAddress(found)
  } catch (error) {
    throw failed('POST', target.url, (error as Error).message)
  }
}

interface Sending {
  readonly agent: Agent
  readonly dial: DialAddress
  readonly signal: AbortSignal
  readonly clock: Clock
}

interface Step {
  readonly target: WebhookTarget
  readonly method: 'POST' | 'GET'
  readonly body: string | undefined
}

/** Follows redirects, as Go's client does. */
async function follow(first: Step, sending: Sending, limit: number | undefined): Promise<WebhookAnswer> {
  let step = first
  for (let request = 1; ; request++) {
    const response = await send(step, request === 1 ? sending : { ...sending, dial: step.target.dial })
    const next = redirectedStep(step, response)
    if (next === undefined) return readResponse(response, sending.signal, limit)
    response.resume()
    const { location = '' } = response.headers
    if (request === requestLimit) throw failed(next.method, location, `stopped after ${requestLimit} redirects`)
    step = next
  }
}

/** The next request after a redirect: 301, 302 and 303 become a GET without a body. */
function redirectedStep(step: Step, { statusCode = 0, headers: { location } }: IncomingMessage): Step | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const { pathname, search, origin } = new URL(location, step.target.url)
  const target = { ...targetOf({ url: origin }), url: `${origin}${pathname}${search}`, path: `${pathname}${search}` }
  return statusCode < 307 ? { target, method: 'GET', body: undefined } : { ...step, target }
}

/** Resolves with the response headers. A kept-alive connection that turns out to be closed is retried once. */
async function send(step: Step, sending: Sending): Promise<IncomingMessage> {
  const { target, method } = step
  for (let attempt = 1; ; attempt++) {
    const outcome = await sendOnce(step, sending)
    if (!('error' in outcome)) return outcome
    if (outcome.wasKept && attempt === 1) continue
    throw failed(method, target.url, describe(outcome, sending, target.serverName))
  }
}

type Outcome = IncomingMessage | Failure

interface Failure {
  readonly error: Error
  readonly wasKept: boolean
  readonly certificate?: ShownCertificate | undefined
}

function sendOnce({ target, method, body }: Step, { agent, dial, signal }: Sending): Promise<Outcome> {
  const headers = {
    accept: 'application/json, */*',
    'user-agent': 'kube-apiserver-admission',
    host: target.host,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ error: signal.reason as Error, wasKept: false })
    const to = { host: dial.host, port: dial.port, servername: serverNameOf(target), path: target.path }
    const request = httpsRequest({ ...to, method, headers, agent, signal })
    let certificate: ShownCertificate | undefined
    // The last moment to read a certificate before it is rejected. A reused connection is past it.
    request.once('socket', (socket) => {
      if (!request.reusedSocket) socket.prependOnceListener('secure', () => (certificate = certificateOf(socket)))
    })
    request.once('response', resolve)
    request.on('error', (error: NodeJS.ErrnoException) => {
      const wasKept = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted
      resolve({ error, wasKept, certificate })
    })
    request.end(body)
  })
}

function certificateOf(socket: object): ShownCertificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
}

/** SNI carries names only, not IP addresses. */
function serverNameOf({ serverName }: WebhookTarget): string {
  return /^[\d.]+$|:/.test(serverName) ? '' : serverName
}

async function readResponse(
  response: IncomingMessage,
  signal: AbortSignal,
  limit = 16 * 1024 * 1024,
): Promise<WebhookAnswer> {
  const { statusCode = 0, headers } = response
  try {
    return { status: statusCode, body: await readBody(response, limit), contentType: headers['content-type'] ?? '' }
  } catch (error) {
    const why = signal.aborted ? describeAbort(signal) : (error as Error).message
    throw new Error(`unexpected error when reading response body. Please retry. Original error: ${why}`, {
      cause: error,
    })
  }
}

function describe({ error, certificate }: Failure, sending: Sending, serverName: string): string {
  const { dial, signal, clock } = sending
  if (signal.aborted) return describeAbort(signal)
  return describeFailure(error, { dial, serverName, certificate, nowMs: clock.now() })
}

function describeAbort({ reason }: AbortSignal): string {
  return reason instanceof TimedOut ? 'context deadline exceeded' : 'context canceled'
}

function failed(method: 'POST' | 'GET', url: string, why: string): Error {
  return new Error(`${method === 'POST' ? 'Post' : 'Get'} ${JSON.stringify(url)}: ${why}`)
}
