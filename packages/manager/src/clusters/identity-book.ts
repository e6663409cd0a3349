/** Maps cluster names to identities (the UID of `kube-system`), one to one and stable until a cluster is removed. */
import { managerErrors } from '../errors.ts'

export class IdentityBook {
  readonly #byName = new Map<string, string>()

  /**
   * Records the identity of the cluster of this name.
   *
   * @param pinned the expected identity, if one was given
   *
   * Failure: `KW_MANAGER_CLUSTER_IDENTITY` if the name belongs to another cluster, `KW_MANAGER_CLUSTER_TWICE` if the cluster has
   * another name.
   */
  claim(name: string, identity: string, pinned?: string): void {
    for (const expected of [pinned, this.#byName.get(name)]) {
      if (expected !== undefined && expected !== identity) throw otherCluster(name, expected, identity)
    }
    for (const [other, held] of this.#byName)
      if (other !== name && held === identity) throw twice(name, other, identity)
    this.#byName.set(name, identity)
  }

  /** The identity recorded for the name, if any. */
  identityOf(name: string): string | undefined {
    return this.#byName.get(name)
  }

  /** Releases the name and the identity for reuse. */
  forget(name: string): void {
    this.#byName.delete(name)
  }
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
