/** Role bindings: their subjects, and the users that these match. */
import { goQuote } from '@kubewright/core/go'
import { withoutPrototype } from '../../object/without-prototype.ts'
import { serviceAccountUser, type User } from '../../identity/user.ts'

export interface Subject {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

export interface RoleRef {
  readonly kind: string
  readonly name: string
}

/** A RoleBinding, or a ClusterRoleBinding when it has no namespace. */
export interface Binding {
  readonly name: string
  readonly namespace: string
  readonly roleRef: RoleRef
  readonly subjects: readonly Subject[]
}

export function readBinding(text: string): Binding {
  const object = withoutPrototype(JSON.parse(text)) as {
    metadata: { name: string; namespace?: string }
    roleRef: RoleRef
    subjects?: Subject[] | null
  }
  const { name, namespace = '' } = object.metadata
  return { name, namespace, roleRef: object.roleRef, subjects: object.subjects ?? [] }
}

/**
 * The index key of a subject; `keysOf` has those of a user. `undefined` for subjects that match no user: other kinds, and
 * service accounts whose namespace neither they nor the binding name.
 */
export function keyOfSubject({ kind, name, namespace }: Subject, binding: Binding): string | undefined {
  if (kind === 'User') return `user ${name}`
  if (kind === 'Group') return `group ${name}`
  const home = namespace !== undefined && namespace !== '' ? namespace : binding.namespace
  return kind === 'ServiceAccount' && home !== '' ? `user ${serviceAccountUser({ namespace: home, name })}` : undefined
}

export function keysOf({ name, groups }: User): readonly string[] {
  return [`user ${name}`, ...groups.map((group) => `group ${group}`)]
}

/** `ClusterRoleBinding "b" of ClusterRole "r" to User "u"`: why a user has a rule. */
export function describeBinding(binding: Binding, user: User): string {
  const { name, namespace, roleRef } = binding
  const what =
    namespace === '' ? `ClusterRoleBinding ${goQuote(name)}` : `RoleBinding ${goQuote(`${name}/${namespace}`)}`
  return `${what} of ${roleRef.kind} ${goQuote(roleRef.name)} to ${describeSubject(binding, user)}`
}

/** The first subject that matches the user. */
function describeSubject(binding: Binding, user: User): string {
  const keys = new Set(keysOf(user))
  const subject = binding.subjects.find((one) => keys.has(keyOfSubject(one, binding) ?? ''))!
  const home = subject.namespace !== undefined && subject.namespace !== '' ? subject.namespace : binding.namespace
  return `${subject.kind} ${goQuote(subject.kind === 'ServiceAccount' ? `${subject.name}/${home}` : subject.name)}`
}
