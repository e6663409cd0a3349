/**
 * Why calls of a cluster's clients failed in a webhook. The server's answer has only the message of the error that a function threw; here
 * the error itself becomes the cause, with its stack.
 */
import type { Client } from '@kubewright/client'
import { aroundCalls } from '@kubewright/client/calls'
import type { FailedCall } from '@kubewright/webhook/server'
import { testingErrors } from '../errors.ts'

/** How many failures are remembered. */
const most = 100

export class WebhookFailures {
  readonly #failures: { readonly message: string; readonly error: Error }[] = []

  note(error: unknown, { name, object, operation }: FailedCall): void {
    const message = error instanceof Error ? error.message : String(error)
    const why = error instanceof Error ? `${error.name}: ${error.message}` : message
    const what = `answer ${operation ?? 'a conversion'} of ${object} in the webhook ${name}`
    const next = 'The cause of this error has the stack of the function.'
    const details = { webhook: name, object }
    // A server shortens long messages.
    this.#failures.push({
      message: message.slice(0, 200),
      error: testingErrors('KW_TESTING_WEBHOOK', { what, why, next, details, cause: error }),
    })
    if (this.#failures.length > most) this.#failures.shift()
  }

  /** A client whose errors have the failure of the webhook as their cause. */
  explaining(client: Client): Client {
    return aroundCalls(client, async (_, run) => {
      try {
        return await run()
      } catch (error) {
        this.#explain(error)
        throw error
      }
    })
  }

  #explain(error: unknown): void {
    if (!(error instanceof Error) || error.cause !== undefined) return
    const failure = this.#failures.findLast(({ message }) => message !== '' && error.message.includes(message))
    if (failure !== undefined && error.message.includes('webhook')) error.cause = failure.error
  }
}
