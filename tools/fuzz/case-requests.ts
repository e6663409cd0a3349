/**
 * The requests of the conformance cases, played case by case and mutated. They cover every corner of the API, so slightly wrong
 * variants get far into the server.
 */
import { isJsonObject } from '@kubewright/core/json'
import type { Case, RequestStep, Step, Suite } from '../conformance/case.ts'
import { loadSuites } from '../conformance/load-suites.ts'
import { fillBody, fillText, type Filling } from '../conformance/template.ts'
import type { Dice } from './dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'

export interface PlayedRequest {
  readonly request: FuzzRequest
  /** The key of the response for later requests of the case. */
  readonly saveAs?: string
}

/** Loads all conformance suites. */
export async function loadCaseRequests(): Promise<readonly Suite[]> {
  return await loadSuites()
}

/** Plays one case after the other, without end. */
export class CasePlayer {
  readonly #dice: Dice
  readonly #suites: readonly Suite[]
  readonly #prepared = new Set<Suite>()
  #steps: RequestStep[] = []
  #filling: Filling & { readonly saved: Map<string, unknown> } = { words: {}, saved: new Map() }

  constructor(dice: Dice, suites: readonly Suite[]) {
    this.#dice = dice
    this.#suites = suites
  }

  next(): PlayedRequest {
    while (this.#steps.length === 0) this.#choose()
    const step = this.#steps.shift()!
    return { request: toRequest(step, this.#filling), ...(step.saveAs === undefined ? {} : { saveAs: step.saveAs }) }
  }

  /** Saves a response that templates refer to. */
  keep(name: string, body: unknown): void {
    if (isJsonObject(body)) this.#filling.saved.set(name, body)
  }

  #choose(): void {
    const suite = this.#dice.pick(this.#suites)
    const one: Case | undefined = suite.cases[this.#dice.int(suite.cases.length)]
    const setup = this.#prepared.has(suite) ? [] : (suite.setup ?? [])
    this.#prepared.add(suite)
    const id = this.#dice.pick(['aa', 'bb', 'cc'])
    const hook = 'https://127.0.0.1:1/hook'
    const words = { ns: 'default', id, suite: `suite-${suite.topic}`, hook, suiteHook: hook, ca: 'LS0t' }
    this.#filling = { words, saved: new Map() }
    this.#steps = [...setup, ...(one?.steps ?? [])].filter(isRequest)
  }
}

function isRequest(step: Step): step is RequestStep {
  return step.do === 'request'
}

function toRequest({ method, path, headers = {}, body }: RequestStep, filling: Filling): FuzzRequest {
  const filled = body === undefined ? undefined : fillBody(body, filling)
  return {
    method,
    path: fillText(path, filling),
    headers: {
      ...(filled === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          value === null ? [] : [[name.toLowerCase(), fillText([value].flat().join(', '), filling)]],
        ),
      ),
    },
    ...(filled === undefined ? {} : { body: toBytes(filled) }),
  }
}

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
