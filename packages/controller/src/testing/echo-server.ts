/** A scripted API server, for tests of the requests sent. Without a script it accepts every write as it is. */
import { type Client, createClient } from '@kubewright/client'
import {
  failure as statusFailure,
  type ScriptedAnswer,
  type ScriptedRequest,
  ScriptedServer,
} from '@kubewright/client/testing'
import type { Clock } from '@kubewright/core'
import { isJsonObject } from '@kubewright/core/json'

export class EchoServer {
  /** The scripted answer; `undefined` echoes `body` with a new resourceVersion. */
  answer: (asked: ScriptedRequest) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined> = () => undefined
  readonly #server = new ScriptedServer({
    '*': async (asked) => (await this.answer(asked)) ?? { body: this.#taken(asked.body) },
  })
  #version = 100

  get asked(): readonly ScriptedRequest[] {
    return this.#server.requests
  }

  client(clock: Clock): Client {
    return createClient(this.#server, { clock, retry: false, fieldManager: 'test', namespace: 'default' })
  }

  /** The requests, as lines: `PATCH /api/v1/…`. */
  get lines(): readonly string[] {
    return this.asked.map(({ method, path }) => `${method} ${path}`)
  }

  #taken(body: unknown): unknown {
    const object = isJsonObject(body) ? body : {}
    const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {}
    return { ...object, metadata: { name: 'x', uid: 'uid', ...metadata, resourceVersion: String(++this.#version) } }
  }
}

/** A failure about the requested object, not its kind. */
export function failure(code: number, reason: string): ScriptedAnswer {
  return statusFailure(code, reason, reason, { name: 'one', kind: 'sites' })
}
