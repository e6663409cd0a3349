/** The server under test as a stage: in process, with functions as webhooks, and with a clock that plays advance. */
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import type { LocalCall, LocalWebhook } from '../../outbound/local-webhooks.ts'
import { startApiServer } from '../../start-api-server.ts'
import { admissionNotes, type Asked, type Stage } from './play.ts'
import { stageObjects } from './policy-parts.ts'
import { type SentReview, webhookAnswers } from './webhook-answers.ts'

export interface LocalStage extends Stage, AsyncDisposable {}

const host = '127.0.0.1:8443'
const token = 'admin-token'

export async function openLocalStage(): Promise<LocalStage> {
  const random = seededRandom('admission')
  const clock = new VirtualClock()
  let asked: Asked[] = []
  const server = await startApiServer({
    clock,
    random,
    ids: seededIds(random),
    users: new Map([[token, { name: 'admin', uid: 'admin', groups: ['system:masters'] }]]),
    auditPolicy: { rules: [{ level: 'Request' }], omitStages: ['RequestReceived', 'ResponseStarted'] },
    webhooks: new Map([[host, (call) => answer(call, (one) => asked.push(one))]]),
  })
  const transport = server.transport({ token })
  const audit = server.audit.listen()
  const send: Stage['send'] = async (step, auditId) => {
    const { method = 'POST', path, type = 'application/json', headers, body, takesMs } = step
    const sending = transport.send({
      method,
      path,
      headers: { accept: 'application/json', 'content-type': type, 'audit-id': auditId, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // The webhook is called a few turns after the request is sent; the clock may advance only after that.
    while (takesMs !== undefined && clock.nextInMs !== takesMs) await clock.advance('0ms')
    if (takesMs !== undefined) await clock.advance(`${takesMs}ms`)
    const answered = await sending
    return { ...answered, body: JSON.parse(await answered.body.text()) as unknown }
  }
  for (const { path, body } of stageObjects) await send({ path, body }, 'given')
  return {
    send,
    async notes(auditId) {
      for (;;) {
        const { value } = await audit.next()
        if (value?.auditID === auditId) return admissionNotes(value.annotations)
      }
    },
    takeAsked() {
      const taken = asked
      asked = []
      return taken
    },
    settle: async () => undefined,
    webhooksUrl: `https://${host}`,
    caBundle: '',
    async [Symbol.asyncDispose]() {
      audit[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

function answer({ path, query, body: text }: LocalCall, note: (call: Asked) => void): ReturnType<LocalWebhook> {
  const review = JSON.parse(text) as SentReview
  note({ path: `${path}?${query.toString()}`, review })
  const played = webhookAnswers[path.slice(1)]?.(review) ?? { status: 404, type: 'text/plain', body: 'nobody' }
  if (played === 'hang') return new Promise(() => undefined)
  if (played === 'close') throw new Error('EOF')
  const { status = 200, type = 'application/json', body } = played
  return { status, contentType: type, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
}
