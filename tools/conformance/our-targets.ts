/** Our server, over HTTPS and in-process, with the same administrator as the real one. */
import { randomBytes } from 'node:crypto'
import { type ApiServer, type LocalResponse, startApiServer } from '@kubewright/apiserver'
import { httpsTarget } from './https-target.ts'
import type { Answered, Asked, Target } from './target.ts'

/** Like a real server without controllers. */
const alone = { aggregatesRoles: false }
const administrator = { name: 'admin', uid: 'admin', groups: ['system:masters'] }

export async function ourHttpsTarget(): Promise<Target> {
  const token = newToken()
  const server = await startApiServer({ ...alone, listen: {}, users: new Map([[token, administrator]]) })
  const { url, authority } = server.endpoint!
  const pace = { quietMs: 60, pollMs: 10, patienceMs: 3_000, concurrency: 8 }
  const stop = async () => server[Symbol.asyncDispose]()
  const forget = async () => server.faults.compact()
  return httpsTarget({ name: 'kubewright', access: { url, ca: authority, token }, pace, stop, forget })
}

/** Uses the system clock: the webhooks of the cases are real HTTP servers. */
export async function localTarget(): Promise<Target> {
  const token = newToken()
  const server = await startApiServer({ ...alone, users: new Map([[token, administrator]]) })
  return {
    name: 'kubewright, in this process',
    pace: { quietMs: 15, pollMs: 5, patienceMs: 2_000, concurrency: 16 },
    send: (asked) => send(server, token, asked),
    forget: async () => server.faults.compact(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function newToken(): string {
  return randomBytes(32).toString('hex')
}

async function send(
  server: ApiServer,
  token: string,
  { method, path, headers, body, signal }: Asked,
): Promise<Answered> {
  // A response needs no turn of the event loop. Without this one, webhooks and timers of other cases would starve.
  await new Promise((resolve) => setImmediate(resolve))
  const answer = await server.transport({ token }).send({
    method,
    path,
    headers: { 'user-agent': '', ...headers },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  })
  // The in-process transport returns a body for HEAD; on the network it is dropped.
  return { status: answer.status, headers: distinct(answer), body: method === 'HEAD' ? nothing() : answer.body }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function distinct({ headers }: LocalResponse): Answered['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat()]],
    ),
  )
}
