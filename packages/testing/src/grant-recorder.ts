/**
 * Writes down what controllers ask of a cluster, so that the roles made for them can be compared with what they really did:
 * `kubewright check -- npm test` sets the variable, and reads the file.
 */
import { appendFileSync } from 'node:fs'
import type { ApiServer, AuditEvent, User } from '@kubewright/apiserver'

/** Where grants are written to, if anywhere. */
const variable = 'KUBEWRIGHT_RECORD_GRANTS'

/** May do everything, as the administrator may, and is told apart from the test itself. */
const operator: User = { name: 'kubewright:controllers', groups: ['system:masters', 'system:authenticated'] }

/** The same, calling from another cluster, where other roles are needed. */
const remoteOperator: User = { ...operator, name: `${operator.name}:remote` }

/** One line of the file. A `create` has no name: it cannot be granted by name. */
interface UsedGrant {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
  /** Where it was asked for: in another cluster than the one controllers run in. @default at home */
  readonly cluster?: 'remote'
}

export interface GrantRecorder extends AsyncDisposable {
  /** Who controllers are while they are watched. */
  readonly user: User
  /** Who controllers of another cluster are. */
  readonly remoteUser: User
}

/** Listens until disposed, after the server. `undefined` if nobody wants to know. */
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
      await listening // a server that ends, ends its streams after what waits in them
      // In one piece: test files run side by side and share the file.
      if (used.size > 0) appendFileSync(path, `${[...used].join('\n')}\n`)
    },
  }
}

function grantsOf({ user, verb, objectRef, responseStatus }: AuditEvent): readonly UsedGrant[] {
  const isRemote = user.username === remoteOperator.name
  if ((user.username !== operator.name && !isRemote) || objectRef === undefined) return []
  const { apiGroup: group = '', resource, subresource, namespace, name } = objectRef
  const grant = {
    group,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    ...(namespace === undefined ? {} : { namespace }),
    ...(isRemote ? { cluster: 'remote' as const } : {}),
  }
  const own = { verb, ...grant, ...(name === undefined || verb === 'create' ? {} : { name }) }
  // An apply that makes the object needs both.
  return verb === 'patch' && responseStatus?.code === 201 ? [own, { verb: 'create', ...grant }] : [own]
}
