/** The same over a socket, with cases that need one: malformed HTTP, bodies that never end, clients that disconnect. */
import { Agent, request as httpsRequest } from 'node:https'
import { connect } from 'node:tls'
import { type Endpoint, startApiServer } from '@kubewright/apiserver'
import { seededRandom } from '@kubewright/core/random'
import { findAnswerProblem, type HeardAnswer } from './answer-check.ts'
import type { RequestSource } from './batch.ts'
import { Dice } from './dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { hostileWebhooks } from './hostile-webhooks.ts'
import { rawExchange } from './raw-http.ts'

/** @returns the problem, if any */
export async function fuzzOverHttps(seed: string, source: RequestSource): Promise<string | undefined> {
  const faults: unknown[] = []
  const blame = (fault: unknown) => void faults.push(fault)
  process.on('unhandledRejection', blame).on('uncaughtException', blame)
  const webhooks = hostileWebhooks(new Dice(seededRandom(`${seed} webhooks`)))
  const server = await startApiServer({ listen: {}, webhooks, report: blame })
  const endpoint = server.endpoint!
  const agent = new Agent({ ca: endpoint.authority, keepAlive: true })
  const dice = new Dice(seededRandom(`${seed} raw`))
  try {
    for (let request = source.next(); request !== undefined; request = source.next()) {
      const problem = dice.chance(0.3) ? await sendRaw(endpoint, dice) : await send(endpoint, agent, request)
      const fault = faults[0]
      if (fault !== undefined) return describe(fault)
      if (problem !== undefined) return `${problem}: ${request.method} ${request.path.slice(0, 300)}`
    }
    const last = await ask(endpoint, agent, { method: 'GET', path: '/readyz', headers: {} })
    return last?.status === 200 ? undefined : `/readyz answers ${last?.status ?? 'nothing'}`
  } finally {
    agent.destroy()
    await server[Symbol.asyncDispose]()
    process.off('unhandledRejection', blame).off('uncaughtException', blame)
  }
}

function describe(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : JSON.stringify(fault)
}

async function send(endpoint: Endpoint, agent: Agent, request: FuzzRequest): Promise<string | undefined> {
  const answer = await ask(endpoint, agent, request)
  return answer && findAnswerProblem(request.method, answer)
}

/** How long to read a watch, or a request that waits. */
const patienceMs = 150

/** `undefined` if the request cannot be sent, or the server closed the connection. */
function ask(
  endpoint: Endpoint,
  agent: Agent,
  { method, path, headers, body }: FuzzRequest,
): Promise<HeardAnswer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const leave = () => resolve(undefined)
    try {
      const sent = httpsRequest(
        {
          agent,
          host: '127.0.0.1',
          port: endpoint.port,
          method,
          path,
          headers: {
            authorization: `Bearer ${endpoint.token}`,
            ...headers,
            ...(body ? { 'content-length': body.length } : {}),
          },
        },
        (answer) => {
          const contentType = answer.headers['content-type'] ?? ''
          const done = (isCut: boolean) =>
            resolve({ status: answer.statusCode ?? 0, contentType, text: Buffer.concat(chunks).toString(), isCut })
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('end', () => done(false)).once('error', () => done(true))
        },
      )
      sent.setTimeout(patienceMs, () => sent.destroy())
      sent.once('error', leave).once('close', leave).end(body)
    } catch {
      leave() // not valid HTTP: the client itself rejects it
    }
  })
}

function sendRaw({ port, authority, token }: Endpoint, dice: Dice): Promise<string | undefined> {
  const { bytes, pausesAt } = rawExchange(dice, token)
  return new Promise((resolve) => {
    const heard: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port, ca: authority }, () => {
      socket.write(bytes.subarray(0, pausesAt))
      if (dice.chance(0.2)) socket.destroy()
      else socket.write(bytes.subarray(pausesAt))
    })
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('data', (chunk) => heard.push(chunk))
    socket.once('error', () => socket.destroy())
    socket.once('close', () => resolve(findRawProblem(Buffer.concat(heard).toString('latin1'))))
  })
}

function findRawProblem(text: string): string | undefined {
  if (text === '' || /^HTTP\/1\.1 [1-5]\d\d /.test(text)) return undefined
  return `what came back is no HTTP: ${text.slice(0, 100)}`
}
