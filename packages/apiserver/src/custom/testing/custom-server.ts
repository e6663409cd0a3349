/** A server with all built-in kinds and with custom ones, for tests: no admission, one user, time that stands still. */
import { AdmissionChain, type AdmissionPlugin } from '../../admission/admission.ts'
import { type BuiltInServer, startBuiltInServer } from '../../built-in/testing/built-in-server.ts'
import type { WebhookTransport } from '../../outbound/webhook-transport.ts'
import { startCustomKinds } from '../custom-kinds.ts'

export interface CustomServer extends BuiltInServer, Disposable {
  /** Resolves once everything that follows from what was written is written. */
  settle(): Promise<void>
}

export interface CustomServerOptions {
  readonly webhooks?: WebhookTransport
  /** Asked about what the server itself writes into definitions. */
  readonly admission?: readonly AdmissionPlugin[]
}

const noWebhooks: WebhookTransport = () => Promise.reject(new Error('no webhooks here'))

export async function startCustomServer({
  webhooks = noWebhooks,
  admission = [],
}: CustomServerOptions = {}): Promise<CustomServer> {
  const server = await startBuiltInServer()
  const report = (error: unknown) => {
    throw error
  }
  const running = startCustomKinds(
    { ...server.machinery, admission: new AdmissionChain(admission) },
    { webhooks, report },
  )
  return {
    ...server,
    async settle() {
      const { store } = server.machinery
      for (let before = -1; before !== store.revision; ) {
        before = store.revision
        for (let turn = 0; turn < 200; turn++) await Promise.resolve()
      }
    },
    [Symbol.dispose]: () => running[Symbol.dispose](),
  }
}
