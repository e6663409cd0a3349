/**
 * Why calls of a cluster's clients failed in a webhook. The server's answer has only the message of the error that a function threw; here
 * the error itself becomes the cause, with its stack.
 */
import type { Client } from '@kubewright/client'
import { aroundCalls } from '@kubewright/client/calls'
import type { Ref } from '@kubewright/core'
import type { FailedCall } from '@kubewright/webhook/server'
import { testingErrors } from '../errors.ts'

/** How many failures are remembered. */
const most = 100

interface Failure {
  /** The number of failures before it. */
  readonly at: number
  /** What the server's answer contains. */
  readonly text: string
  /** `ConfigMap default/settings` */
  readonly object: string
  readonly error: Error
}

export class WebhookFailures {
  readonly #failures: Failure[] = []
  #noted = 0

  note(error: unknown, { name, object, operation }: FailedCall): void {
    const message = error instanceof Error ? error.message : String(error)
    const why = error instanceof Error ? `${error.name}: ${error.message}` : message
    const what = `answer ${operation ?? 'a conversion'} of ${object} in the webhook ${name}`
    const next = 'The cause of this error has the stack of the function.'
    const details = { webhook: name, object }
    const told = operation === undefined ? `${object}: ` : `${name} failed: `
    this.#failures.push({
      at: this.#noted++,
      text: told + message.slice(0, 200), // a server shortens long messages
      object,
      error: testingErrors('KW_TESTING_WEBHOOK', { what, why, next, details, cause: error }),
    })
    if (this.#failures.length > most) this.#failures.shift()
  }

  /** A client whose errors have the failure of the webhook as their cause. */
  explaining(client: Client): Client {
    return aroundCalls(client, async ({ ref }, run) => {
      const begun = this.#noted
      try {
        return await run()
      } catch (error) {
        if (error instanceof Error && error.cause === undefined) {
          const cause = this.#causeOf(error.message, begun, ref)
          if (cause !== undefined) error.cause = cause
        }
        throw error
      }
    })
  }

  /** Other calls may fail at the same time. */
  #causeOf(message: string, begun: number, ref: Partial<Ref> | undefined): Error | undefined {
    const alike = this.#failures.filter(({ at, text }) => at >= begun && message.includes(text))
    const own = alike.findLast(({ object }) => ref?.name !== undefined && isOf(object, ref.name))
    const isClear = new Set(alike.map(({ object }) => object)).size === 1
    return (own ?? (isClear ? alike.at(-1) : undefined))?.error
  }
}

/** Whether `ConfigMap default/settings` or, in a conversion, `Disk a of disks.example.dev/v1` has this name. */
function isOf(object: string, name: string): boolean {
  return object.split(' ')[1]?.split('/').at(-1) === name
}
