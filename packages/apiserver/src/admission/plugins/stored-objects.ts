/** Reads other objects for plugins, as stored at this moment. */
import type { Namespace } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { draftOf } from '../../object/draft.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Version } from '../../storage/version.ts'

/** Finds the stored objects of a kind. */
export type FindCollection = (group: string, plural: string) => Collection

/** Facts about a namespace that every write in it needs. */
export interface NamespaceFacts {
  readonly isTerminating: boolean
  readonly labels: Readonly<Record<string, string>>
}

/** Objects are decoded on every read, so a caller may keep and change them. */
export class StoredObjects {
  readonly #collection: FindCollection
  readonly #facts = new WeakMap<Version, NamespaceFacts>()

  constructor(collection: FindCollection) {
    this.#collection = collection
  }

  /** @param key the name, prefixed with the namespace and a slash for namespaced kinds */
  find<Type>(group: string, plural: string, key: string): Unvalidated<Type> | undefined {
    const version = this.#collection(group, plural).read(key)
    return version && readAs<Type>(version)
  }

  /** Sorted by name. @param namespace only for namespaced kinds */
  list<Type>(group: string, plural: string, namespace?: string): readonly Unvalidated<Type>[] {
    return this.versions(group, plural, namespace).map(readAs<Type>)
  }

  /** Undefined if there is no such namespace. */
  namespace(name: string): NamespaceFacts | undefined {
    const version = this.#collection('', 'namespaces').read(name)
    if (version === undefined) return undefined
    const known = this.#facts.get(version) ?? factsOf(version)
    this.#facts.set(version, known)
    return known
  }

  versions(group: string, plural: string, namespace?: string): readonly Version[] {
    const prefix = namespace === undefined ? '' : `${namespace}/`
    return this.#collection(group, plural).range({ prefix }).versions
  }
}

function factsOf({ object }: Version): NamespaceFacts {
  const { status } = unvalidated<Namespace>(draftOf(object.text))
  return { isTerminating: status?.phase === 'Terminating', labels: object.labels ?? {} }
}

function readAs<Type>(version: Version): Unvalidated<Type> {
  return unvalidated<Type>(draftOf(version.object.text))
}
