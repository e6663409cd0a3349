/** A server under test with virtual time and seeded identities, which records its internal errors. */
import { setTimeout as delay } from 'node:timers/promises'
import { type LocalTransport, startApiServer } from '@kubewright/apiserver'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { nextTurn } from '@kubewright/core/time'
import { VirtualClock } from '@kubewright/core/testing'
import type { HeardAnswer } from './answer-check.ts'
import { Dice } from './dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { hostileWebhooks } from './hostile-webhooks.ts'

export interface FuzzedServer extends AsyncDisposable {
  /** Failure: rejects if there is no response however much time passes. */
  send(request: FuzzRequest): Promise<HeardAnswer>
  /** Advances its clock by a second. */
  passTime(): Promise<void>
  /** For state checks and watches. */
  readonly transport: LocalTransport
  /** Internal errors of the server since the last call. */
  takeFaults(): readonly unknown[]
  /** The bytes of webhook responses since the last call. */
  takeHeard(): number
}

const token = 'fuzz'
const administrator = { name: 'fuzz', groups: ['system:masters'] }

export async function startFuzzedServer(seed: string): Promise<FuzzedServer> {
  const clock = new VirtualClock()
  let [faults, heard]: [unknown[], number] = [[], 0]
  const blame = (fault: unknown) => void faults.push(fault)
  process.on('unhandledRejection', blame).on('uncaughtException', blame)
  const hooks = hostileWebhooks(new Dice(seededRandom(`${seed} webhooks`)))
  const server = await startApiServer({
    clock,
    random: seededRandom(`${seed} random`),
    ids: seededIds(seededRandom(`${seed} ids`)),
    users: new Map([[token, administrator]]),
    webhooks: async (request) => {
      const answer = await hooks(request)
      heard += answer.body.length
      return answer
    },
    report: blame,
  })
  const transport = server.transport({ token })
  return {
    transport,
    send: (request) => hear(transport, clock, request),
    async passTime() {
      await delay(1) // it may be loading a module
      await clock.advance(1_000)
    },
    takeFaults() {
      const taken = faults
      faults = []
      return taken
    },
    takeHeard() {
      const taken = heard
      heard = 0
      return taken
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      process.off('unhandledRejection', blame).off('uncaughtException', blame)
    },
  }
}

async function hear(transport: LocalTransport, clock: VirtualClock, request: FuzzRequest): Promise<HeardAnswer> {
  const gone = new AbortController()
  const answered = transport.send({ ...request, signal: gone.signal })
  const answer = await passTimeUntil(answered, clock)
  const { text, isCut } = await readFor(answer.body, gone)
  return { status: answer.status, contentType: String(answer.headers['content-type'] ?? ''), text, isCut }
}

/** Some requests wait for a timer: advances the clock once the server is idle. */
async function passTimeUntil<Value>(answered: Promise<Value>, clock: VirtualClock): Promise<Value> {
  let isDone = false
  const done = () => void (isDone = true)
  answered.then(done, done)
  for (let round = 0; !isDone; round++) {
    await nextTurn()
    if (round < 200) continue
    if (round > 5_000) throw new Error('no answer, however much time passes')
    await delay(1) // it may be loading a module
    if (round > 230) await clock.advance(1_000)
  }
  return answered
}

const mostChunks = 50

/** Reads what is available now, because a watch does not end. */
async function readFor(body: AsyncIterable<Uint8Array>, gone: AbortController) {
  const chunks: Uint8Array[] = []
  const iterator = body[Symbol.asyncIterator]()
  for (;;) {
    const coming = iterator.next()
    coming.catch(() => undefined) // once the reader has left, a late error is ignored
    const next = await Promise.race([coming, turns(20)])
    if (next === 'quiet' || chunks.length > mostChunks) break
    if (next.done) return { text: Buffer.concat(chunks).toString(), isCut: false }
    chunks.push(next.value)
  }
  gone.abort()
  await iterator.return?.(undefined)?.catch(() => undefined)
  return { text: Buffer.concat(chunks).toString(), isCut: true }
}

async function turns(count: number): Promise<'quiet'> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
  return 'quiet'
}
