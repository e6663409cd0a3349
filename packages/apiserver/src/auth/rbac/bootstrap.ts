/** Writes the default roles and bindings when a server starts, and brings those of an earlier start up to date. */
import { bootstrapText } from '../../generated/bootstrap-rbac.ts'
import { apiVersionOf, type ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, type DraftMeta, draftOf, textOf } from '../../object/draft.ts'
import type { Collection } from '../../storage/collection.ts'
import { keyOf, type Machinery } from '../../kinds/call.ts'
import { timestamp } from '../../object/timestamp.ts'
import { ownerOf } from './bootstrap-owner.ts'
import { reconcile } from './bootstrap-reconcile.ts'
import { type BootstrapObject, parseBootstrap } from './bootstrap-text.ts'

const group = 'rbac.authorization.k8s.io'

/** The field manager of the server. */
const manager = 'kube-apiserver'

/**
 * Bypasses the verbs: the objects that the server ships are valid, and admission does not apply to them.
 *
 * Assumptions: the four kinds of RBAC are served; their field management is loaded if objects of an earlier start exist.
 */
export function ensureBootstrapRbac(machinery: Machinery): void {
  for (const expected of parseBootstrap(bootstrapText)) ensure(machinery, expected)
}

function ensure(machinery: Machinery, expected: BootstrapObject): void {
  const kind = machinery.kinds.find(group, 'v1', `${expected.kind.toLowerCase()}s`)!
  const collection = machinery.store.collection(kind.storage.collection)
  const key = keyOf(kind, expected.metadata.namespace ?? '', expected.metadata.name)
  const version = collection.read(key)
  if (version === undefined) return store(collection, key, undefined, newObject(machinery, kind, expected))
  const existing = draftOf(version.object.text)
  const verdict = reconcile(existing, expected)
  if (verdict.does === 'keep') return
  if (verdict.does === 'update') {
    return store(collection, key, version.revision, recorded(machinery, kind, existing, verdict.object))
  }
  collection.remove(key, version.revision, (revision) => storedOf(existing, revision))
  store(collection, key, undefined, newObject(machinery, kind, expected))
}

function newObject({ clock, ids }: Machinery, kind: ServedKind, expected: BootstrapObject): Draft {
  const [apiVersion, time] = [apiVersionOf(kind), timestamp(clock.now())]
  const managedFields = [ownerOf(expected, { manager, apiVersion, time })]
  const metadata: DraftMeta = { ...expected.metadata, uid: ids.uuid(), creationTimestamp: time, managedFields }
  return { ...expected, kind: kind.kind, apiVersion, metadata }
}

function recorded({ fields, clock }: Machinery, kind: ServedKind, live: Draft, next: Draft): Draft {
  const time = timestamp(clock.now())
  fields.update(kind, live, next, { manager, apiVersion: apiVersionOf(kind), subresource: '', time })
  return next
}

function store(collection: Collection, key: string, expected: number | undefined, object: Draft): void {
  collection.put(key, expected, (revision) => storedOf(object, revision))
}

function storedOf(object: Draft, revision: number) {
  return { text: textOf(object, String(revision)), labels: object.metadata.labels }
}
