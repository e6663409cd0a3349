/** Maps cluster names to identities (the UID of `kube-system`), one to one and stable until a cluster is removed. */
import { managerErrors } from '../errors.ts'

interface Held {
  readonly identity: string
  readonly isPinned: boolean
}

const longestIdentity = 253

export class ClusterIdentities {
  readonly #byName = new Map<string, Held>()
  readonly #pins: () => ReadonlyMap<string, string>

  /** @param pins the expected identities of all clusters that have one, by name, whether or not they have answered */
  constructor(pins: () => ReadonlyMap<string, string> = () => new Map()) {
    this.#pins = pins
  }

  /**
   * Records the identity of the cluster of this name. A cluster reports its identity itself, so an identity that was pinned belongs
   * to the name it was pinned to, regardless of which cluster reports it first.
   *
   * @param pinned the expected identity, if one was given
   * @returns the name that loses the identity, because it is pinned to this one
   *
   * Failure: `KW_MANAGER_CLUSTER_IDENTITY` if the identity is malformed or the name belongs to another cluster,
   * `KW_MANAGER_CLUSTER_TWICE` if the cluster has another name.
   */
  claim(name: string, identity: string, pinned?: string): string | undefined {
    if (!isPlausible(identity)) throw malformed(name)
    for (const expected of [pinned, this.identityOf(name)]) {
      if (expected !== undefined && expected !== identity) throw otherCluster(name, expected, identity)
    }
    const isPinned = pinned !== undefined
    const other = this.#holder(identity, name)
    const isEvicting = isPinned && other !== undefined && !this.#byName.get(other)!.isPinned
    if (other !== undefined && !isEvicting) throw twice(name, other, identity)
    if (!isPinned) this.#assertUnpinned(name, identity)
    if (isEvicting) this.#byName.delete(other)
    this.#byName.set(name, { identity, isPinned })
    return other
  }

  #holder(identity: string, except: string): string | undefined {
    for (const [name, held] of this.#byName) if (name !== except && held.identity === identity) return name
    return undefined
  }

  #assertUnpinned(name: string, identity: string): void {
    for (const [other, pin] of this.#pins()) if (other !== name && pin === identity) throw twice(name, other, identity)
  }

  /** The identity recorded for the name, if any. */
  identityOf(name: string): string | undefined {
    return this.#byName.get(name)?.identity
  }

  /** Releases the name and the identity for reuse. */
  forget(name: string): void {
    this.#byName.delete(name)
  }
}

function isPlausible(identity: unknown): boolean {
  return typeof identity === 'string' && identity !== '' && identity.length <= longestIdentity
}

function malformed(name: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_IDENTITY', {
    what: `work on the cluster ${name}`,
    why: `the identity it reports is not a text of 1 to ${longestIdentity} characters`,
    next: 'Check which server answers at the address of the connection.',
    details: { name },
  })
}

function otherCluster(name: string, expected: string, identity: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_IDENTITY', {
    what: `work on the cluster ${name}`,
    why: `its connection leads to another cluster: the UID of kube-system is ${identity}, not ${expected}`,
    next: 'Correct the connection; or remove the cluster and add it again, if another one is to have its name.',
    details: { name, expected, identity },
  })
}

function twice(name: string, other: string, identity: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_TWICE', {
    what: `work on the cluster ${name}`,
    why: `it is the same cluster as ${other}: the UID of kube-system is ${identity} in both`,
    next: `Remove one of the two. If one was cloned from a backup of the other, give it a kube-system namespace of its own.`,
    details: { name, other, identity },
  })
}
