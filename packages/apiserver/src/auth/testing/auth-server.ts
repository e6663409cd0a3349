/**
 * A test server with only the kinds of this folder: requests pass through the whole of `handleRequest`, the clock is
 * virtual, and ids are deterministic.
 */
import { formatApiVersion } from '@kubewright/core/object'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { AdmissionChain } from '../../kinds/admission.ts'
import { builtInStrategy } from '../../built-in/built-in-strategy.ts'
import { rulesFor } from '../../built-in/kind-rules.ts'
import { builtInCodec } from '../../codec/built-in-codec.ts'
import { KindRegistry } from '../../kinds/kind-registry.ts'
import type { ServedKind, ServedSubresource } from '../../kinds/served-kind.ts'
import { KindShapes } from '../../managed-fields/kind-shapes.ts'
import { structuredFieldManager } from '../../managed-fields/structured-field-manager.ts'
import type { ServerRequest } from '../../request/exchange.ts'
import { handleRequest } from '../../request-handler.ts'
import { ServerPaths } from '../../server-paths.ts'
import { Store } from '../../storage/store.ts'
import type { Machinery } from '../../kinds/call.ts'
import { type Auth, createAuth } from '../auth.ts'
import type { Handle } from '../reviews/review.ts'
import { serveOpenId } from '../service-account/openid-documents.ts'
import { masters } from '../../identity/user.ts'

/** `group/version Kind plural`; a star marks namespaced kinds. Reviews have a list of their own. */
const stored = `
  /v1 Namespace namespaces
  /v1 Node nodes
  /v1 Pod pods*
  /v1 Secret secrets*
  /v1 ServiceAccount serviceaccounts*
  rbac.authorization.k8s.io/v1 ClusterRole clusterroles
  rbac.authorization.k8s.io/v1 ClusterRoleBinding clusterrolebindings
  rbac.authorization.k8s.io/v1 Role roles*
  rbac.authorization.k8s.io/v1 RoleBinding rolebindings*
`
const reviews = `
  authorization.k8s.io/v1 SubjectAccessReview subjectaccessreviews
  authorization.k8s.io/v1 SelfSubjectAccessReview selfsubjectaccessreviews
  authorization.k8s.io/v1 LocalSubjectAccessReview localsubjectaccessreviews*
  authorization.k8s.io/v1 SelfSubjectRulesReview selfsubjectrulesreviews
  authentication.k8s.io/v1 SelfSubjectReview selfsubjectreviews
  authentication.k8s.io/v1 TokenReview tokenreviews
`
export const adminToken = 'admin-token'

export interface AuthRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  /** Instead of the administrator's. */
  readonly token?: string
}

export interface AuthResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: unknown
}

export interface AuthServer extends Disposable {
  readonly auth: Auth
  readonly clock: VirtualClock
  readonly machinery: Machinery
  request(path: string, request?: AuthRequest): Promise<AuthResponse>
}

export interface AuthServerOptions {
  readonly issuer?: string
  /** Whether the default roles and bindings exist. @default true */
  readonly hasDefaults?: boolean
}

export async function startAuthServer(options: AuthServerOptions = {}): Promise<AuthServer> {
  const { issuer = 'https://kubernetes.default.svc', hasDefaults = true } = options
  const random = seededRandom('auth')
  const [clock, ids, store, kinds] = [new VirtualClock(), seededIds(random), new Store(), new KindRegistry()]
  const auth = createAuth({
    collection: (group, plural) => store.collection(collectionName(group, plural)),
    clock,
    ids,
    issuer,
    users: new Map([[adminToken, { name: 'admin', uid: 'admin', groups: [masters] }]]),
  })
  for (const kind of [...kindsOf(stored, auth), ...kindsOf(reviews, auth)]) kinds.add(kind)
  const admission = new AdmissionChain([auth.escalation])
  const fields = structuredFieldManager(new KindShapes())
  for (const kind of kinds.all()) await fields.load?.(kind)
  const machinery: Machinery = { store, kinds, clock, random, ids, admission, fields }
  const started = hasDefaults ? auth.start(machinery) : undefined
  const report = (error: unknown) => {
    throw error
  }
  const { authenticate, impersonate, authorize } = auth
  const openId = (request: ServerRequest) => serveOpenId(auth.serviceAccountTokens, '127.0.0.1:6443', request)
  const paths = new ServerPaths({ machinery, version: {} })
  const servePath = (request: ServerRequest) => paths.serve(request)
  const parts = { machinery, authenticate, impersonate, authorize, ids, servePath, openId, report }
  return {
    auth,
    clock,
    machinery,
    async request(path, request = {}) {
      const { status, headers, body } = await handleRequest(parts, toServerRequest(path, request))
      return { status, headers, body: decode(String(headers['content-type']), body as string) }
    },
    [Symbol.dispose]() {
      started?.[Symbol.dispose]()
      auth[Symbol.dispose]()
    },
  }
}

function collectionName(group: string, plural: string): string {
  return group === '' ? plural : `${group}/${plural}`
}

function kindsOf(lines: string, auth: Auth): readonly ServedKind[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [groupVersion = '', kind = '', path = ''] = line.trim().split(' ')
      const [group = '', version = ''] = groupVersion.split('/')
      return servedKind({ group, version, kind }, path, auth.handlers[path.replace('*', '')], auth)
    })
}

function servedKind(
  gvk: { group: string; version: string; kind: string },
  path: string,
  create: Handle | undefined,
  auth: Auth,
): ServedKind {
  const plural = path.replace('*', '')
  const tokens: ServedSubresource = {
    name: 'token',
    verbs: ['create'],
    group: 'authentication.k8s.io',
    version: 'v1',
    kind: 'TokenRequest',
    handle: auth.handlers['serviceaccounts/token']!,
  }
  return {
    ...gvk,
    listKind: `${gvk.kind}List`,
    plural,
    singular: gvk.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    isNamespaced: path.endsWith('*'),
    verbs: create ? ['create'] : ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'],
    isCustom: false,
    storage: {
      collection: collectionName(gvk.group, plural),
      apiVersion: formatApiVersion(gvk),
      isIdentity: true,
      read: (objects) => objects,
      write: (object) => object,
    },
    codec: builtInCodec(gvk),
    strategy: builtInStrategy({ rules: rulesFor(gvk.group, gvk.kind), behavior: {}, hasStatus: false }),
    subresources: new Map(plural === 'serviceaccounts' ? [['token', tokens]] : []),
    table: { columns: [], cells: () => [] },
    selectableFields: new Map(),
    unknownFieldLabel: (field) => field,
    ...(create ? { create } : {}),
  }
}

function toServerRequest(url: string, { method = 'GET', headers = {}, body, token = adminToken }: AuthRequest) {
  const [path = '', query = ''] = url.split('?')
  const all: Record<string, string | readonly string[]> = { authorization: `Bearer ${token}`, ...headers }
  const request: ServerRequest = {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), String(value)])),
    repeatedHeaders: (name) => Object.entries(all).flatMap(([key, value]) => (key.toLowerCase() === name ? value : [])),
    body: async () => Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    signal: new AbortController().signal,
  }
  return request
}

function decode(contentType: string, text: string): unknown {
  return contentType.includes('json') ? JSON.parse(text) : text
}
