/**
 * Puts a server together and starts it: storage, kinds, rights, admission, the objects every cluster begins with, and the
 * door to the outside if one is asked for.
 */
import { systemClock, systemIds, systemRandom } from '@kubewright/core'
import { AdmissionChain } from './admission/admission.ts'
import type { ApiServer, ApiServerOptions, Endpoint, ListenAddress, TransportOptions } from './api-server.ts'
import { type Auth, createAuth } from './auth/auth.ts'
import { serveOpenId } from './auth/service-account/openid-documents.ts'
import { masters, type User, withAuthenticated } from './auth/user.ts'
import { builtInKinds } from './built-in-kinds.ts'
import { createServerCertificates } from './certificates/server-certificates.ts'
import { listen } from './http/https-listener.ts'
import { type LocalTransport, localTransport } from './http/local-transport.ts'
import { KindRegistry } from './kinds/kind-registry.ts'
import { kubeconfigOf } from './kubeconfig.ts'
import { KindShapes } from './managed-fields/kind-shapes.ts'
import { structuredFieldManager } from './managed-fields/structured-field-manager.ts'
import { type HandlerParts, handleRequest } from './request-handler.ts'
import type { ServerRequest, ServerResponse } from './request/exchange.ts'
import { formatGroupResource } from './status/failures.ts'
import { Store } from './storage/store.ts'
import type { Machinery } from './verbs/call.ts'
import { serverVersion } from './server-version.ts'

/**
 * Starts a server. Disposing it closes the door, ends every watch, and forgets everything that was not kept.
 *
 * Failure: rejects if the address cannot be had.
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  // Never from `ids`: seeded ids can be guessed, and this opens every door.
  const token = `${systemIds.uuid()}${systemIds.uuid()}`.replaceAll('-', '')
  const parts = assemble(options, token)
  const running = await start(parts)
  const handle = (request: ServerRequest) => handleRequest(parts.handler, request)
  try {
    const door = options.listen && (await open(options.listen, parts, { handle, token }))
    return {
      endpoint: door?.endpoint,
      transport: (who) => transportFor(parts, who),
      async [Symbol.asyncDispose]() {
        await door?.[Symbol.asyncDispose]()
        await running[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await running[Symbol.asyncDispose]()
    throw error
  }
}

function transportFor({ handler }: Parts, { user = administrator, token }: TransportOptions = {}): LocalTransport {
  const known = withAuthenticated(user)
  const parts = token === undefined ? { ...handler, authenticate: () => known } : handler
  return localTransport((request) => handleRequest(parts, request), token === undefined ? '' : `Bearer ${token}`)
}

interface Parts {
  readonly machinery: Machinery
  readonly auth: Auth
  readonly handler: HandlerParts
  /** Where the server is found, as soon as that is known. */
  readonly address: { value: string }
}

function assemble(options: ApiServerOptions, token: string): Parts {
  const { clock = systemClock, random = systemRandom, ids = systemIds, report = reportToStderr } = options
  const [store, kinds, shapes] = [new Store(), new KindRegistry(), new KindShapes()]
  const auth = createAuth({
    collection: (group, plural) => store.collection(formatGroupResource({ group, resource: plural })),
    clock,
    ids,
    users: new Map([...(options.users ?? []), [token, administrator]]),
    allowsAnonymous: options.allowsAnonymous ?? true,
  })
  for (const kind of builtInKinds({ store, handlers: auth.handlers })) kinds.add(kind)
  const admission = new AdmissionChain([auth.escalation])
  const fields = structuredFieldManager(
    (kind) => shapes.of(kind),
    (kind) => shapes.load(kind),
  )
  const machinery: Machinery = { store, kinds, clock, random, ids, admission, fields }
  const address = { value: '127.0.0.1' }
  const { authenticate, impersonate, authorize } = auth
  const openId = (request: ServerRequest) => serveOpenId(auth.serviceAccountTokens, address.value, request)
  const handler = { machinery, authenticate, impersonate, authorize, ids, version: serverVersion, openId, report }
  return { machinery, auth, handler, address }
}

/** Somebody who may do everything. */
const administrator: User = { name: 'kubernetes-admin', groups: [masters] }

/** Fills the store with what every cluster begins with, and sets going what keeps it true. */
async function start({ machinery, auth }: Parts): Promise<AsyncDisposable> {
  for (const kind of machinery.kinds.all()) {
    if (kind.group === 'rbac.authorization.k8s.io') await machinery.fields.load?.(kind)
  }
  const started = auth.start(machinery)
  return {
    async [Symbol.asyncDispose]() {
      started[Symbol.dispose]()
      auth[Symbol.dispose]()
    },
  }
}

interface Door extends AsyncDisposable {
  readonly endpoint: Endpoint
}

interface Opening {
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>
  readonly token: string
}

async function open(at: ListenAddress, { address }: Parts, { handle, token }: Opening): Promise<Door> {
  const { host = '127.0.0.1', port = 0, names = [] } = at
  const { serving, authority } = createServerCertificates({ hosts: [...names, host] })
  const tls = { cert: serving.certificate, key: serving.key, ca: authority.certificate }
  const listener = await listen({ host, port, tls }, handle)
  address.value = `${host.includes(':') ? `[${host}]` : host}:${listener.port}`
  const found = { url: `https://${address.value}`, authority: authority.certificate, token }
  return {
    endpoint: { ...found, port: listener.port, kubeconfig: () => kubeconfigOf(found) },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

function reportToStderr(error: unknown): void {
  console.error('kubewright API server: a request failed by a fault of the server', error)
}
