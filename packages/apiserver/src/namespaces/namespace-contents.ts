/** Deletes all content of a namespace through the regular verbs, and reports what remains. */
import type { ServedKind } from '../kinds/served-kind.ts'
import { draftOf } from '../object/draft.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import { StatusError } from '../status/status.ts'
import type { Collection } from '../storage/collection.ts'
import type { Version } from '../storage/version.ts'
import type { Machinery } from '../kinds/call.ts'
import { deleteObject } from '../verbs/delete.ts'
import { ownCall } from '../kinds/own-call.ts'
import { namespaceController } from './controller-user.ts'
import type { Remains } from './namespace-conditions.ts'

export interface Emptying extends Remains {
  /** The collections with remaining objects. */
  readonly collections: readonly Collection[]
  /** Whether pods remain, which must be gone before other content is deleted. */
  readonly hasPods: boolean
}

const written = { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', propagationPolicy: 'Background' } as const
const options: DeleteOptions = {
  isDryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: 'Background',
  orphanDependents: undefined,
  preconditions: {},
  written,
}

export async function emptyNamespace(machinery: Machinery, namespace: string): Promise<Emptying> {
  const kinds = contentKinds(machinery)
  const pods = kinds.filter(({ group, plural }) => group === '' && plural === 'pods')
  const first = await emptyOf(machinery, namespace, pods)
  if (first.objects.size > 0) return { ...first, hasPods: true }
  const rest = await emptyOf(
    machinery,
    namespace,
    kinds.filter((kind) => !pods.includes(kind)),
  )
  return { ...rest, failures: [...first.failures, ...rest.failures], hasPods: false }
}

/** All namespaced kinds that can be deleted, each in one version. */
function contentKinds({ kinds }: Machinery): readonly ServedKind[] {
  const chosen = new Map<string, ServedKind>()
  for (const kind of kinds.all()) {
    const name = `${kind.plural}.${kind.group}`
    if (kind.isNamespaced && kind.verbs.includes('delete') && !chosen.has(name)) chosen.set(name, kind)
  }
  return [...chosen.values()]
}

async function emptyOf(machinery: Machinery, namespace: string, kinds: readonly ServedKind[]): Promise<Emptying> {
  const objects = new Map<string, number>()
  const finalizers = new Map<string, number>()
  const failures: string[] = []
  const collections: Collection[] = []
  for (const kind of kinds) {
    const collection = machinery.store.collection(kind.storage.collection)
    const failure = await deleteAll(machinery, kind, namespace)
    if (failure !== undefined) failures.push(failure)
    const left = contentOf(collection, namespace)
    if (left.length === 0) continue
    collections.push(collection)
    objects.set(`${kind.plural}.${kind.group}`, left.length)
    for (const finalizer of left.flatMap(finalizersOf)) {
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1)
    }
  }
  return { objects, finalizers, failures, collections, hasPods: false }
}

function contentOf(collection: Collection, namespace: string): readonly Version[] {
  return collection.range({ prefix: `${namespace}/` }).versions
}

function finalizersOf({ object }: Version): readonly string[] {
  return draftOf(object.text).metadata.finalizers ?? []
}

/** @returns the first failure, which ends the deletion of the kind, as in a deletecollection */
async function deleteAll(machinery: Machinery, kind: ServedKind, namespace: string): Promise<string | undefined> {
  const collection = machinery.store.collection(kind.storage.collection)
  for (const { key } of contentOf(collection, namespace)) {
    const target = { verb: 'deletecollection', namespace, name: '', user: namespaceController } as const
    try {
      await deleteObject(ownCall(machinery, kind, target), key.slice(namespace.length + 1), options)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      if (error.status.code !== 404) return error.message
    }
  }
  return undefined
}
