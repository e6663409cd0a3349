/** What plugins look up: other objects, as they are stored at this moment. */
import type { Namespace } from '@kubewright/kubernetes/core/v1'
import { type Loose, loosely } from '../../built-in/loose.ts'
import { draftOf } from '../../object/draft.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Version } from '../../storage/version.ts'

/** Where the objects of a kind lie. */
export type FindCollection = (group: string, plural: string) => Collection

/** What is asked of a namespace with every write in it. */
export interface NamespaceFacts {
  readonly isTerminating: boolean
  readonly labels: Readonly<Record<string, string>>
}

/** Objects are read anew each time, so whoever gets one may keep and change it. */
export class StoredObjects {
  readonly #collection: FindCollection
  readonly #facts = new WeakMap<Version, NamespaceFacts>()

  constructor(collection: FindCollection) {
    this.#collection = collection
  }

  /** @param key the name, after the namespace and a slash for kinds that are in one */
  find<Type>(group: string, plural: string, key: string): Loose<Type> | undefined {
    const version = this.#collection(group, plural).read(key)
    return version && readAs<Type>(version)
  }

  /** In the order of their names. @param namespace only for kinds that are in one */
  list<Type>(group: string, plural: string, namespace?: string): readonly Loose<Type>[] {
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
  const { status } = loosely<Namespace>(draftOf(object.text))
  return { isTerminating: status?.phase === 'Terminating', labels: object.labels ?? {} }
}

function readAs<Type>(version: Version): Loose<Type> {
  return loosely<Type>(draftOf(version.object.text))
}
