/**
 * Assembles and starts a server: storage, kinds, authorization, admission, the objects every cluster starts with, and the
 * HTTPS listener if one is configured.
 */
import { type Clock, systemClock } from '@kubewright/core'
import { systemIds, systemRandom } from '@kubewright/core/random'
import { AdmissionChain } from './kinds/admission.ts'
import { dynamicAdmission } from './admission/dynamic-admission.ts'
import { builtInAdmission } from './admission/plugins/built-in-admission.ts'
import type { ApiServer, ApiServerOptions, Endpoint, ListenAddress, TransportOptions } from './api-server.ts'
import { AuditLog } from './audit/audit-log.ts'
import { metadataOfEverything } from './audit/audit-policy.ts'
import { Auditor } from './audit/auditor.ts'
import { type Auth, createAuth } from './auth/auth.ts'
import { serveOpenId } from './auth/service-account/openid-documents.ts'
import { masters, type User, withAuthenticated } from './identity/user.ts'
import { ensureBootObjects } from './boot/boot-objects.ts'
import { closeAll } from './boot/close-all.ts'
import { builtInKinds } from './built-in-kinds.ts'
import { CustomKindsOnDemand } from './custom/custom-kinds-on-demand.ts'
import { definitionCollection } from './custom/definition/definition.ts'
import { versionedFields } from './custom/serving/versioned-fields.ts'
import { createServerCertificates } from './certificates/server-certificates.ts'
import { Faults } from './faults/faults.ts'
import type { ServedNames } from './faults/request-match.ts'
import { followDefinitions } from './controllers/custom-api-services.ts'
import { followFlowSchemas } from './controllers/flow-schemas.ts'
import { followRemoteApiServices } from './controllers/remote-api-services.ts'
import { followServiceAddresses } from './controllers/service-ip-addresses.ts'
import { followSystemObjects } from './controllers/system-objects.ts'
import { listen } from './http/https-listener.ts'
import { type LocalTransport, localTransport } from './http/local-transport.ts'
import { KindRegistry } from './kinds/kind-registry.ts'
import { kubeconfigOf } from './kubeconfig.ts'
import { KindShapes } from './managed-fields/kind-shapes.ts'
import { structuredFieldManager } from './managed-fields/structured-field-manager.ts'
import { RequestCounter } from './health/request-counter.ts'
import { serverHealth } from './health/server-health.ts'
import type { HttpsWebhooks } from './outbound/https-webhooks.ts'
import { httpsWebhooksOnDemand } from './outbound/https-webhooks-on-demand.ts'
import { localWebhooks } from './outbound/local-webhooks.ts'
import { type FindService, findServiceIn } from './outbound/service-address.ts'
import { findEndpointIn } from './outbound/service-endpoint.ts'
import { startNamespaceController } from './namespaces/namespace-controller.ts'
import { RequestsInFlight } from './request/requests-in-flight.ts'
import { type HandlerParts, handleRequest } from './request-handler.ts'
import { formatGroupResource } from './status/failures.ts'
import type { DataDirectory } from './storage/durable/data-directory.ts'
import { Store } from './storage/store.ts'
import type { Machinery } from './kinds/call.ts'
import { ServerPaths } from './server-paths.ts'
import { serverVersion } from './server-version.ts'
import { newToken } from './identity/new-token.ts'
import { ConnectionLost } from './faults/connection-lost.ts'

/**
 * Starts a server. Disposing it closes the listener, ends every watch, and discards everything that was not persisted.
 *
 * Failure: rejects if the address or the data directory cannot be used.
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const data = options.dataDirectory === undefined ? undefined : await openData(options.dataDirectory)
  /** Closed in reverse order. */
  const opened: (Disposable | AsyncDisposable)[] = data === undefined ? [] : [data.journal]
  try {
    const parts = assemble(options, data?.token ?? newToken(), data)
    opened.splice(0, 1, await start(parts, options)) // takes over the journal
    const door = options.listen && (await open(options.listen, parts))
    if (door !== undefined) opened.push(door)
    const { host = '127.0.0.1' } = options.listen ?? {}
    const address = { host, port: door?.endpoint.port ?? usualPort }
    const authority = door === undefined ? {} : { clientAuthority: door.endpoint.authority }
    ensureBootObjects(parts.machinery, { ...address, ...authority, servicePrefix: options.servicePrefix })
    opened.push(followSystemObjects(parts.machinery, address))
    await parts.machinery.store.settled()
    opened.push({ [Symbol.dispose]: () => void (parts.state.isClosed = true) })
    return {
      endpoint: door?.endpoint,
      faults: parts.faults,
      audit: parts.audit,
      transport: (who) => transportFor(parts, who),
      changedAt: (kind) => changedAt(parts.machinery, kind),
      [Symbol.asyncDispose]: () => closeAll(opened),
    }
  } catch (error) {
    await closeAll(opened).catch(() => undefined) // the start error is the one to report
    throw error
  }
}

function changedAt({ store, kinds }: Machinery, kind: Parameters<ApiServer['changedAt']>[0]): number | undefined {
  const served = kinds.find(kind.group, kind.version, kind.plural)
  return served && store.collection(served.storage.collection).changedAt
}

async function openData(path: string): Promise<DataDirectory> {
  const { openDataDirectory } = await import('./storage/durable/data-directory.ts')
  return openDataDirectory(path)
}

/** Faults wrap every other step; a stale read is served from a past revision of the store. */
function handlerWith({ faults, machinery, state }: Parts, handler: HandlerParts) {
  return faults.around((request, store) => {
    if (state.isClosed) throw new ConnectionLost(false)
    const parts = store === machinery.store ? handler : { ...handler, machinery: { ...machinery, store } }
    return handleRequest(parts, request)
  })
}

function transportFor(parts: Parts, options: TransportOptions = {}): LocalTransport {
  const { user = administrator, token, lastingWatches = false, watchClock } = options
  const known = withAuthenticated(user)
  const handler = token === undefined ? { ...parts.handler, authenticate: () => known } : parts.handler
  const authorization = token === undefined ? '' : `Bearer ${token}`
  return localTransport(handlerWith(parts, handler), { authorization, isLasting: lastingWatches, watchClock })
}

interface Parts {
  readonly machinery: Machinery
  readonly auth: Auth
  readonly handler: HandlerParts
  readonly custom: CustomKindsOnDemand
  readonly faults: Faults
  readonly audit: AuditLog
  readonly data: DataDirectory | undefined
  readonly webhooks: HttpsWebhooks
  /** The server's address, set once it is known. */
  readonly address: { value: string }
  /** A closed server refuses every request, also on transports that are still open. */
  readonly state: { isClosed: boolean }
  readonly token: string
}

function assemble(options: ApiServerOptions, token: string, data: DataDirectory | undefined): Parts {
  const { random = systemRandom, ids = systemIds, report = reportToStderr } = options
  const store = new Store(data === undefined ? {} : { journal: data.journal })
  const [kinds, shapes] = [new KindRegistry(), new KindShapes()]
  const faults = new Faults({ store, clock: options.clock ?? systemClock, served: servedNames(kinds, store) })
  const { clock } = faults
  const webhooks = webhooksFor(options, clock, store)
  const audit = new AuditLog()
  const auditor = new Auditor({ log: audit, policy: options.auditPolicy ?? metadataOfEverything, clock })
  const collection = (group: string, plural: string) =>
    store.collection(formatGroupResource({ group, resource: plural }))
  const auth = createAuth({
    collection,
    clock,
    ids,
    users: new Map([...(options.users ?? []), [token, administrator]]),
    allowsAnonymous: options.allowsAnonymous ?? true,
    ...(data === undefined ? {} : { serviceAccountKey: data.serviceAccountKey }),
  })
  for (const kind of builtInKinds({ store, servicePrefix: options.servicePrefix, handlers: auth.handlers }))
    kinds.add(kind)
  const fields = versionedFields(structuredFieldManager(shapes))
  const { authorize, escalation } = auth
  const disabled = options.disabledPlugins ?? ['ServiceAccount']
  const dynamic = dynamicAdmission({ collection, kinds, authorize, shapes, ids, transport: webhooks.transport })
  const plugins = builtInAdmission({
    collection,
    clock,
    random,
    kinds,
    fields,
    authorize,
    slots: { escalation, ...dynamic },
    disabled,
  })
  const admission = new AdmissionChain(plugins)
  const machinery: Machinery = {
    store,
    kinds,
    clock,
    random,
    ids,
    admission,
    fields,
    podLogs: options.podLogs,
    podStreams: options.podStreams,
  }
  const address = { value: '127.0.0.1' }
  const custom = new CustomKindsOnDemand(machinery, { webhooks: webhooks.transport, report })
  const { maxRequestsInFlight: reads, maxMutatingRequestsInFlight: writes } = options
  const inFlight = new RequestsInFlight(clock, { ...(reads && { reads }), ...(writes && { writes }) })
  const handler = { ...handlerOf({ machinery, auth, custom, auditor, address, report }), inFlight }
  return { machinery, auth, handler, custom, faults, audit, data, webhooks, address, state: { isClosed: false }, token }
}

/** A custom kind counts as served from its definition on. */
function servedNames(kinds: KindRegistry, store: Store): ServedNames {
  const all = () => kinds.all().map(({ group, plural }) => formatGroupResource({ group, resource: plural }))
  return { all, has: (name) => all().includes(name) || store.collection(definitionCollection).read(name) !== undefined }
}

interface HandlerSources extends Pick<Parts, 'machinery' | 'auth' | 'custom' | 'address'> {
  readonly auditor: Auditor
  readonly report: (error: unknown) => void
}

function handlerOf({ machinery, auth, custom, auditor, address, report }: HandlerSources): HandlerParts {
  const { store, kinds, ids } = machinery
  const { authenticate, impersonate, authorize } = auth
  const health = serverHealth({ checkStorage: () => store.checkJournal() })
  const requests = new RequestCounter(kinds)
  const paths = new ServerPaths({ machinery, version: serverVersion, health, requests })
  return {
    machinery,
    authenticate,
    impersonate,
    authorize,
    ids,
    servePath: (request) => paths.serve(request),
    beforeWrite: (kind) => custom.beforeWrite(kind),
    count: (info, request, code) => requests.add(info, request, code),
    openId: (request) => serveOpenId(auth.serviceAccountTokens, address.value, request),
    report,
    audit: auditor,
  }
}

function webhooksFor(options: ApiServerOptions, clock: Clock, store: Store): HttpsWebhooks {
  const { webhooks } = options
  if (typeof webhooks === 'function') return { transport: webhooks, [Symbol.dispose]: () => undefined }
  const https = httpsWebhooksOnDemand({ clock, serviceAddress: serviceRouting(options, store) })
  if (webhooks === undefined) return https
  const transport = localWebhooks({ hosts: webhooks, otherwise: https.transport, clock })
  return { transport, [Symbol.dispose]: () => https[Symbol.dispose]() }
}

function serviceRouting({ serviceEndpoints, random = systemRandom }: ApiServerOptions, store: Store): FindService {
  const services = store.collection('services')
  if (serviceEndpoints === undefined) return findServiceIn(services)
  const slices = store.collection('endpointslices.discovery.k8s.io')
  return findEndpointIn({ services, slices, random, dialled: serviceEndpoints })
}

/** The default port of API servers; advertised when this server does not listen. */
const usualPort = 6_443

const administrator: User = { name: 'kubernetes-admin', groups: [masters] }

/** Creates the bootstrap objects and starts the built-in controllers. */
async function start(
  { machinery, auth, custom, faults, audit, webhooks, handler }: Parts,
  { emptiesNamespaces = false, checksPolicies = false, aggregatesRoles = true }: ApiServerOptions,
): Promise<AsyncDisposable> {
  await loadOwnership(machinery)
  const started = auth.start(machinery, { aggregatesRoles })
  await custom.start()
  const following = [
    followServiceAddresses(machinery),
    followDefinitions(machinery),
    followRemoteApiServices(machinery),
    followFlowSchemas(machinery),
    ...(emptiesNamespaces ? [startNamespaceController(machinery, handler)] : []),
    ...(checksPolicies ? [await startPolicyStatus(machinery, handler)] : []),
  ]
  /** In order of dependency: each part may need those before it. */
  const parts = [machinery.store, audit, auth, started, webhooks, custom, ...following]
  const watches = { [Symbol.dispose]: () => void faults.closeWatches() }
  return { [Symbol.asyncDispose]: () => closeAll([...parts, watches]) }
}

async function startPolicyStatus(machinery: Machinery, handler: HandlerParts): Promise<AsyncDisposable> {
  const { startPolicyStatus: start } = await import('./admission/policies/policy-status.ts')
  return start(machinery, handler)
}

/** The start itself may update roles from an earlier run, which needs their field ownership schemas. */
async function loadOwnership({ kinds, store, fields }: Machinery): Promise<void> {
  for (const kind of kinds.all()) {
    if (kind.group !== 'rbac.authorization.k8s.io' || store.collection(kind.storage.collection).size === 0) continue
    await fields.load?.(kind)
  }
}

interface Door extends AsyncDisposable {
  readonly endpoint: Endpoint
}

async function open(at: ListenAddress, parts: Parts): Promise<Door> {
  const { address, data, token } = parts
  const { host = '127.0.0.1', port = 0, names = [] } = at
  const { serving, authority } = createServerCertificates({
    hosts: [...names, host],
    ...(data === undefined ? {} : { authority: data.authority }),
  })
  const tls = { cert: serving.certificate, key: serving.key, ca: authority.certificate }
  const listener = await listen({ host, port, tls }, handlerWith(parts, parts.handler))
  address.value = `${host.includes(':') ? `[${host}]` : host}:${listener.port}`
  const found = { url: `https://${address.value}`, authority: authority.certificate, token }
  return {
    endpoint: { ...found, port: listener.port, kubeconfig: () => kubeconfigOf(found) },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

function reportToStderr(error: unknown): void {
  console.error('kubewright API server: internal error', error)
}
