/** A test server with all built-in and custom kinds: no admission, one user, a stopped clock. */
import { AdmissionChain, type AdmissionPlugin } from '../../kinds/admission.ts'
import { type BuiltInServer, startBuiltInServer } from '../../built-in/testing/built-in-server.ts'
import type { WebhookTransport } from '../../outbound/webhook-transport.ts'
import { startCustomKinds } from '../custom-kinds.ts'

export interface CustomServer extends BuiltInServer, Disposable {
  /** Resolves once all consequences of previous writes are written. */
  settle(): Promise<void>
}

export interface CustomServerOptions {
  readonly webhooks?: WebhookTransport
  /** Admission for the server's own writes to definitions. */
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
