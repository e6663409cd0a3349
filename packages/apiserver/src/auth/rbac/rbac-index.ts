/**
 * Roles and bindings, indexed by user for the authorizer. The index follows the collections, so the cost of a decision
 * depends on the bindings of the user and not on those of the cluster.
 *
 * Guarantee: a write is visible to the first query after it.
 *
 * See decision 0091.
 */
import { withoutPrototype } from '../../object/without-prototype.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Version } from '../../storage/version.ts'
import type { User } from '../../identity/user.ts'
import { type Binding, readBinding, type RoleRef } from './binding.ts'
import { BindingIndex } from './binding-index.ts'
import type { PolicyRule } from './policy-rule.ts'

export interface RbacCollections {
  readonly roles: Collection
  readonly roleBindings: Collection
  readonly clusterRoles: Collection
  readonly clusterRoleBindings: Collection
}

/** The rules that one binding grants a user. */
export interface Grant {
  readonly binding: Binding
  /** `undefined` if the role does not exist. */
  readonly rules: readonly PolicyRule[] | undefined
}

/** For how many users grants are memoized between two changes. */
const rememberedUsers = 2_048

export class RbacIndex implements Disposable {
  /** Rules by name; roles of a namespace by `namespace/name`. */
  readonly #rules = {
    Role: new Map<string, readonly PolicyRule[]>(),
    ClusterRole: new Map<string, readonly PolicyRule[]>(),
  }
  /** By namespace; cluster role bindings under the empty name. */
  readonly #bindings = new Map<string, BindingIndex>()
  /** Grants of users, memoized since the last change. */
  readonly #remembered = new Map<string, readonly Grant[]>()
  readonly #subscriptions: readonly Disposable[]

  constructor({ roles, roleBindings, clusterRoles, clusterRoleBindings }: RbacCollections) {
    this.#subscriptions = [
      follow(roles, (version) => this.#noteRole('Role', version)),
      follow(clusterRoles, (version) => this.#noteRole('ClusterRole', version)),
      follow(roleBindings, (version) => this.#noteBinding(version)),
      follow(clusterRoleBindings, (version) => this.#noteBinding(version)),
    ]
  }

  /**
   * All grants of a user in a namespace, or in the cluster if that is empty: those of cluster bindings first, then those
   * of the namespace, sorted by name.
   */
  grantsOf(user: User, namespace: string): readonly Grant[] {
    const key = JSON.stringify([user.name, user.groups, namespace])
    const known = this.#remembered.get(key)
    if (known !== undefined) return known
    const grants = [...this.#grantsIn('', user), ...(namespace === '' ? [] : this.#grantsIn(namespace, user))]
    if (this.#remembered.size >= rememberedUsers) this.#remembered.clear()
    this.#remembered.set(key, grants)
    return grants
  }

  /** The rules of a role, resolved in a namespace; `undefined` if it does not exist. */
  rulesOf({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    if (kind === 'ClusterRole') return this.#rules.ClusterRole.get(name)
    return kind === 'Role' ? this.#rules.Role.get(`${namespace}/${name}`) : undefined
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]()
  }

  #grantsIn(namespace: string, user: User): readonly Grant[] {
    const bindings = this.#bindings.get(namespace)?.find(user) ?? []
    return bindings.map((binding) => ({ binding, rules: this.rulesOf(binding.roleRef, namespace) }))
  }

  #noteRole(kind: 'Role' | 'ClusterRole', { key, object, isDeletion }: Version): void {
    this.#remembered.clear()
    if (isDeletion) this.#rules[kind].delete(key)
    else this.#rules[kind].set(key, readRules(object.text))
  }

  #noteBinding({ object, isDeletion }: Version): void {
    this.#remembered.clear()
    const binding = readBinding(object.text)
    const bindings = this.#bindings.get(binding.namespace) ?? new BindingIndex()
    if (isDeletion) bindings.remove(binding.name)
    else bindings.put(binding)
    if (bindings.size === 0) this.#bindings.delete(binding.namespace)
    else this.#bindings.set(binding.namespace, bindings)
  }
}

/** Own properties only: a rule must never inherit a verb from a prototype. */
function readRules(text: string): readonly PolicyRule[] {
  return withoutPrototype(JSON.parse(text) as { rules?: PolicyRule[] | null }).rules ?? []
}

/** Reports all existing objects, then every change. */
function follow(collection: Collection, note: (version: Version) => void): Disposable {
  for (const version of collection.range({}).versions) note(version)
  return collection.subscribe(note)
}
