/** Records requests, as far as the policy selects them and there are listeners. */
import type { Clock } from '@kubewright/core'
import type { User } from '../identity/user.ts'
import { isStream, type ServerRequest, type ServerResponse, type StreamSink } from '../request/exchange.ts'
import type { RequestInfo } from '../request/request-info.ts'
import type { AuditEvent, AuditLevel, AuditStage } from './audit-event.ts'
import { detailsOfEvent, type Facts, parseBody } from './audit-facts.ts'
import type { AuditLog } from './audit-log.ts'
import { type AuditDecision, type AuditPolicy, decideAudit } from './audit-policy.ts'

export interface AuditorOptions {
  readonly log: AuditLog
  readonly policy: AuditPolicy
  readonly clock: Clock
}

/** A request, when it arrives. */
export interface Arrival {
  readonly id: string
  readonly info: RequestInfo
  readonly request: ServerRequest
}

/** What is known of a request once it is answered. */
export interface Outcome {
  readonly annotations: ReadonlyMap<string, string>
  /** The user after impersonation. */
  readonly user: User | undefined
  /** Whether the server failed with an internal error. */
  readonly isPanic: boolean
}

export class Auditor {
  readonly #options: AuditorOptions

  constructor(options: AuditorOptions) {
    this.#options = options
  }

  /** `undefined` while there are no listeners. */
  begin(arrival: Arrival): AuditRecord | undefined {
    return this.#options.log.isHeard ? new AuditRecord(this.#options, arrival) : undefined
  }
}

/** The audit record of one request in flight. */
export class AuditRecord {
  /** The request to serve instead of the original: it records its body. */
  readonly request: ServerRequest
  readonly #options: AuditorOptions
  readonly #arrival: Arrival
  readonly #receivedMs: number
  /** The body, if it was read. */
  #sent: unknown
  #caller: User | undefined
  #decision: AuditDecision | undefined

  constructor(options: AuditorOptions, arrival: Arrival) {
    this.#options = options
    this.#arrival = arrival
    this.#receivedMs = options.clock.now()
    const { request } = arrival
    this.request = {
      ...request,
      signal: request.signal,
      repeatedHeaders: (name) => request.repeatedHeaders(name),
      body: () => this.#readBody(),
    }
  }

  /** The caller is authenticated. */
  received(caller: User): void {
    this.#caller = caller
    this.#write('RequestReceived', {})
  }

  /** The response is known. Returns the response to send in its place, which reports the end of a stream. */
  answered(response: ServerResponse, outcome: Outcome): ServerResponse {
    const facts = { response, outcome, sent: this.#sent }
    if (this.#caller === undefined) this.#write('ResponseStarted', facts)
    else if (outcome.isPanic) this.#write('Panic', facts)
    else if (isStream(response.body)) return this.#answeredWithStream(response, facts)
    else this.#write('ResponseComplete', facts)
    return response
  }

  async #readBody(): Promise<Buffer> {
    const { request } = this.#arrival
    const body = await request.body()
    this.#sent = await parseBody(request, body)
    return body
  }

  #answeredWithStream(response: ServerResponse, facts: Facts): ServerResponse {
    const { body } = response
    if (!isStream(body)) return response
    this.#write('ResponseStarted', facts)
    let isOver = false
    const end = () => {
      if (!isOver) this.#write('ResponseComplete', facts)
      isOver = true
    }
    const open = (sink: StreamSink) => {
      const opened = body.open({
        write: (chunk) => sink.write(chunk),
        isReady: (again) => sink.isReady(again),
        end: () => {
          end()
          sink.end()
        },
      })
      return {
        [Symbol.dispose]: () => {
          end()
          opened[Symbol.dispose]()
        },
      }
    }
    const dispose = () => {
      end()
      body[Symbol.dispose]?.()
    }
    return { ...response, body: { open, [Symbol.dispose]: dispose } }
  }

  #write(stage: AuditStage, facts: Facts): void {
    const { policy, log, clock } = this.#options
    const { id, info } = this.#arrival
    const { level, omitStages } = (this.#decision ??= decideAudit(policy, info, this.#caller))
    if (level === 'None' || omitStages.has(stage)) return
    const event: AuditEvent = {
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level,
      auditID: id,
      stage,
      ...detailsOfEvent(this.#arrival, { ...facts, level, caller: this.#caller }),
      requestReceivedTimestamp: microTime(this.#receivedMs),
      stageTimestamp: microTime(stage === 'RequestReceived' ? this.#receivedMs : clock.now()),
      ...annotationsOf(facts, level),
    }
    log.record(event)
  }
}

/** Annotations that repeat bodies are left out at the level `Metadata`. */
const notesOfBodies = 'patch.webhook.admission.k8s.io/'

function annotationsOf({ outcome }: Facts, level: AuditLevel): Pick<AuditEvent, 'annotations'> {
  const all = [...(outcome?.annotations ?? [])]
  const shown = level === 'Metadata' ? all.filter(([key]) => !key.startsWith(notesOfBodies)) : all
  return shown.length === 0 ? {} : { annotations: Object.fromEntries(shown) }
}

function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
