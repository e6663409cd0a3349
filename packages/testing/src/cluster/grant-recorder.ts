/**
 * Records the requests of controllers, so that the roles made for them can be compared with their actual use: `kubewright check -- npm
 * test` sets the variable, and reads the file.
 * See decision 0123.
 */
import { appendFileSync } from 'node:fs'
import type { ApiServer, ApiServerOptions, AuditEvent, AuditPolicy, User } from '@kubewright/apiserver'
import { isJsonObject } from '@kubewright/core/json'

/** The path of the file for recorded grants, if any. */
const variable = 'KUBEWRIGHT_RECORD_GRANTS'

/** Has all permissions, like the administrator, but is distinguishable from the test itself. */
const operator: User = { name: 'kubewright:controllers', groups: ['system:masters', 'system:authenticated'] }

/** The controllers' user in another cluster, where other roles are needed. */
const remoteOperator: User = { ...operator, name: `${operator.name}:remote` }

/** One line of the file. A `create` has no name: RBAC cannot restrict it by name. */
interface UsedGrant {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
  /** The cluster of the request, if it is not the one that the controllers run in. @default at home */
  readonly cluster?: 'remote'
  /** The role of a written RoleBinding or ClusterRoleBinding. */
  readonly roleRef?: { readonly kind: string; readonly name: string }
  /** The rules of a written Role or ClusterRole. */
  readonly rules?: readonly unknown[]
}

const rbacGroup = 'rbac.authorization.k8s.io'

/** The policy that records what controllers write to roles and bindings. Other bodies are not needed, and may be secret. */
const policy: AuditPolicy = {
  rules: [
    {
      level: 'Request',
      users: [operator.name, remoteOperator.name],
      verbs: ['create', 'update', 'patch'],
      resources: [{ group: rbacGroup }],
    },
  ],
}

/** The options of a server, with the audit policy that a recording needs if one is requested. */
export function recordable(options: ApiServerOptions = {}): ApiServerOptions {
  if (!process.env[variable]) return options
  const others = options.auditPolicy ?? { rules: [{ level: 'Metadata' }] }
  return { ...options, auditPolicy: { ...others, rules: [...policy.rules, ...others.rules] } }
}

export interface GrantRecorder extends AsyncDisposable {
  /** The user of controllers while they are recorded. */
  readonly user: User
  /** The user of controllers in another cluster. */
  readonly remoteUser: User
}

/** Records until disposed, after the server. `undefined` if no recording is requested. */
export function recordGrants(server: Pick<ApiServer, 'audit'>): GrantRecorder | undefined {
  const path = process.env[variable]
  if (!path) return undefined
  const used = new Set<string>()
  const stream = server.audit.listen({ buffer: Infinity })
  const listening = (async () => {
    for await (const event of stream) for (const grant of grantsOf(event)) used.add(JSON.stringify(grant))
  })()
  return {
    user: operator,
    remoteUser: remoteOperator,
    async [Symbol.asyncDispose]() {
      await listening // a server that ends delivers the buffered audit events first
      // In a single write: test files run in parallel and share the file.
      if (used.size > 0) appendFileSync(path, `${[...used].join('\n')}\n`)
    },
  }
}

function grantsOf(event: AuditEvent): readonly UsedGrant[] {
  const { user, verb, objectRef, responseStatus } = event
  const isRemote = user.username === remoteOperator.name
  if ((user.username !== operator.name && !isRemote) || objectRef === undefined) return []
  const { apiGroup: group = '', resource, subresource, namespace, name } = objectRef
  const grant = {
    group,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    ...(namespace === undefined ? {} : { namespace }),
    ...(isRemote ? { cluster: 'remote' as const } : {}),
  }
  const own = { verb, ...grant, ...(name === undefined || verb === 'create' ? {} : { name }), ...granted(event) }
  // An apply that creates the object needs both verbs.
  return verb === 'patch' && responseStatus?.code === 201 ? [own, { verb: 'create', ...grant }] : [own]
}

/** What a written role or binding grants: the server compares it with the permissions of the writer. */
function granted({ objectRef, requestObject: body }: AuditEvent): Pick<UsedGrant, 'roleRef' | 'rules'> {
  if (objectRef?.apiGroup !== rbacGroup || !isJsonObject(body)) return {}
  const { roleRef, rules } = body
  if (Array.isArray(rules)) return { rules }
  if (!isJsonObject(roleRef) || typeof roleRef.kind !== 'string' || typeof roleRef.name !== 'string') return {}
  return { roleRef: { kind: roleRef.kind, name: roleRef.name } }
}
