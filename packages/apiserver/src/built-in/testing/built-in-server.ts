/** A test server with all built-in kinds and nothing else: no admission, one user, a frozen clock. */
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { builtInKinds } from '../../built-in-kinds.ts'
import { AdmissionChain } from '../../kinds/admission.ts'
import type { Machinery } from '../../kinds/call.ts'
import { KindRegistry } from '../../kinds/kind-registry.ts'
import { KindShapes } from '../../managed-fields/kind-shapes.ts'
import { structuredFieldManager } from '../../managed-fields/structured-field-manager.ts'
import type { ServerRequest } from '../../request/exchange.ts'
import { type HandlerParts, handleRequest } from '../../request-handler.ts'
import { ServerPaths } from '../../server-paths.ts'
import { Store } from '../../storage/store.ts'
import type { Answer, Send, Sent } from '../../testing/play-request.ts'

export interface BuiltInServer {
  readonly send: Send
  readonly clock: VirtualClock
  readonly machinery: Machinery
}

export async function startBuiltInServer(): Promise<BuiltInServer> {
  const random = seededRandom('built-in')
  const [clock, ids, store, kinds] = [new VirtualClock(), seededIds(random), new Store(), new KindRegistry()]
  for (const kind of builtInKinds({ store })) kinds.add(kind)
  const [admission, fields] = [new AdmissionChain([]), structuredFieldManager(new KindShapes())]
  const machinery: Machinery = { store, kinds, clock, random, ids, admission, fields }
  const paths = new ServerPaths({ machinery, version: {} })
  const user = { name: 'admin', uid: '', groups: ['system:masters', 'system:authenticated'] }
  const parts: HandlerParts = {
    machinery,
    ids,
    servePath: (request) => paths.serve(request),
    authenticate: () => user,
    impersonate: async (caller) => caller,
    authorize: async () => ({ isAllowed: true, reason: '' }),
    report(error) {
      throw error
    },
  } as HandlerParts
  return {
    clock,
    machinery,
    send: async (path, sent) => toAnswer(await handleRequest(parts, toServerRequest(path, sent))),
  }
}

function toServerRequest(url: string, { method = 'GET', headers = {}, body }: Sent): ServerRequest {
  const [path = '', query = ''] = url.split('?')
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: { 'user-agent': 'test', ...headers },
    repeatedHeaders: () => [],
    body: async () => Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)),
    signal: new AbortController().signal,
  }
}

function toAnswer({ status, headers, body }: Awaited<ReturnType<typeof handleRequest>>): Answer {
  const text = body as string
  const isJson = String(headers['content-type']).startsWith('application/json')
  return { status, headers, body: isJson && text !== '' ? JSON.parse(text) : text }
}
