/**
 * The RBAC escalation check: the author of a role must hold every rule in it, and the author of a binding every rule of
 * its role, unless the verbs `escalate` and `bind` allow it.
 *
 * Must be the last of the mutating plugins: it checks their result, before validation.
 */
import { deepEqual, getOwn } from '@kubewright/core/json'
import { goQuote } from '@kubewright/core/go'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import type { Draft } from '../../object/draft.ts'
import { withoutPrototype } from '../../object/without-prototype.ts'
import { badRequest, forbidden, notFound, plainFailure } from '../../status/failures.ts'
import type { Authorize } from '../authorization.ts'
import { masters, type User } from '../../identity/user.ts'
import type { RoleRef } from './binding.ts'
import type { PolicyRule } from './policy-rule.ts'
import { missingRoles } from './rbac-authorizer.ts'
import type { RbacIndex } from './rbac-index.ts'
import { findMissing } from './rule-coverage.ts'
import { describeRules, joinFailures, quoteList } from './rule-text.ts'

const group = 'rbac.authorization.k8s.io'

export interface EscalationParts {
  readonly index: RbacIndex
  readonly authorize: Authorize
}

export function escalationCheck(parts: EscalationParts): AdmissionPlugin {
  return {
    name: 'RBACEscalation',
    async admit(attributes) {
      const { kind, subresource, user, object, oldObject } = attributes
      if (kind.group !== group || subresource !== '' || object === undefined) return
      if (user.groups.includes(masters)) return
      if (oldObject !== undefined && changesOnlyDependents(object, oldObject)) return
      if (kind.plural === 'roles' || kind.plural === 'clusterroles') return checkRole(parts, attributes, object)
      if (kind.plural === 'rolebindings' || kind.plural === 'clusterrolebindings') {
        return checkBinding(parts, attributes, object)
      }
    },
  }
}

async function checkRole(parts: EscalationParts, attributes: Attributes, role: Draft): Promise<void> {
  if (await mayEscalate(parts, attributes)) return
  refuseMissing(parts, attributes, withoutPrototype((getOwn(role, 'rules') ?? []) as PolicyRule[]))
  if (!aggregates(role) && !(attributes.oldObject !== undefined && aggregates(attributes.oldObject))) return
  // Aggregation can yield any rule, now and later, so it takes full permissions.
  if (missingOf(parts, attributes, everything).length > 0) {
    throw refused(attributes, 'must have cluster-admin privileges to use the aggregationRule')
  }
}

const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/** A POST has no name in its path: rules for resource names do not apply. */
async function mayEscalate({ authorize }: EscalationParts, attributes: Attributes): Promise<boolean> {
  const { kind, namespace, user, nameInPath: name = '' } = attributes
  const access = { isResource: true, verb: 'escalate', group, resource: kind.plural, subresource: '' } as const
  return (await authorize({ ...access, namespace, name }, user)).isAllowed
}

async function checkBinding(parts: EscalationParts, attributes: Attributes, binding: Draft): Promise<void> {
  const { namespace, user } = attributes
  const roleRef = binding['roleRef'] as RoleRef & { readonly apiGroup?: string }
  if (await mayBind(parts.authorize, roleRef, namespace, user)) return
  const rules = parts.index.rulesOf(roleRef, namespace)
  if (rules === undefined) throw unknownRole(attributes, roleRef)
  refuseMissing(parts, attributes, rules)
}

const pluralOf: Readonly<Record<string, string>> = { Role: 'roles', ClusterRole: 'clusterroles' }

async function mayBind(
  authorize: Authorize,
  { kind, name, apiGroup = '' }: RoleRef & { readonly apiGroup?: string },
  namespace: string,
  user: User,
): Promise<boolean> {
  const resource = Object.hasOwn(pluralOf, kind) ? pluralOf[kind] : undefined
  if (resource === undefined) return false
  const access = { isResource: true, verb: 'bind', group: apiGroup, resource, subresource: '' } as const
  return (await authorize({ ...access, namespace, name }, user)).isAllowed
}

/** As in the server, the 404 names the resource of the binding, not that of the role. */
function unknownRole({ kind, namespace }: Attributes, roleRef: RoleRef): Error {
  if (!Object.hasOwn(pluralOf, roleRef.kind)) {
    return plainFailure(`unsupported role reference kind: ${goQuote(roleRef.kind)}`)
  }
  if (roleRef.kind === 'Role' && namespace === '') return badRequest('Namespace parameter required.')
  return notFound({ group, resource: kind.plural }, roleRef.name)
}

function refuseMissing(parts: EscalationParts, attributes: Attributes, rules: readonly PolicyRule[]): void {
  const { kind, namespace, user } = attributes
  const missing = missingOf(parts, attributes, rules)
  if (missing.length === 0) return
  const who = `user ${goQuote(user.name)} (groups=${quoteList(user.groups)})`
  const what = describeRules(missing).join('\n')
  const lost = missingRoles(parts.index.grantsOf(user, namespace)).map(
    ({ name }) => `${kind.plural}.${group} ${goQuote(name)} not found`,
  )
  const tail = lost.length === 0 ? '' : `; resolution errors: [${joinFailures(lost)}]`
  throw refused(attributes, `${who} is attempting to grant RBAC permissions not currently held:\n${what}${tail}`)
}

function missingOf({ index }: EscalationParts, { namespace, user }: Attributes, rules: readonly PolicyRule[]) {
  const owned = index.grantsOf(user, namespace).flatMap(({ rules: own = [] }) => own)
  return findMissing(owned, rules)
}

function refused({ kind, object }: Attributes, why: string): Error {
  return forbidden({ group, resource: kind.plural }, object?.metadata.name ?? '', why)
}

function aggregates(role: Draft): boolean {
  const rule = withoutPrototype(getOwn(role, 'aggregationRule')) as
    | { clusterRoleSelectors?: readonly unknown[] }
    | undefined
  return (rule?.clusterRoleSelectors?.length ?? 0) > 0
}

/** The garbage collector removes owner references and finalizers from roles whose rules it does not hold. */
function changesOnlyDependents(next: Draft, old: Draft): boolean {
  // A patch that leaves out the resource version arrives without one.
  const { resourceVersion = old.metadata.resourceVersion } = next.metadata
  const isSameVersion = resourceVersion === old.metadata.resourceVersion
  return isSameVersion && deepEqual(withoutDependents(next), withoutDependents(old))
}

function withoutDependents({ metadata, ...rest }: Draft): object {
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _managers, ...kept } = metadata
  const { resourceVersion: _version, ...compared } = kept
  return { ...rest, metadata: compared }
}
