/** Writes the default roles and bindings when a server starts, and brings those of an earlier start up to date. */
import { bootstrapText } from '../../generated/bootstrap-rbac.ts'
import { apiVersionOf, type ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, type DraftMeta, draftOf, textOf } from '../../object/draft.ts'
import type { Collection } from '../../storage/collection.ts'
import { keyOf, type Machinery, timestamp } from '../../verbs/call.ts'
import { reconcile } from './bootstrap-reconcile.ts'
import { type BootstrapObject, parseBootstrap } from './bootstrap-text.ts'

const group = 'rbac.authorization.k8s.io'

/** Whom the server is recorded as. */
const manager = 'kube-apiserver'

/**
 * Written past the verbs: what the server itself ships is valid, and no plugin has a say in it.
 *
 * Assumptions: the four kinds of RBAC are served.
 */
export function ensureBootstrapRbac(machinery: Machinery): void {
  const owners: Owners = new Map()
  for (const expected of parseBootstrap(bootstrapText)) ensure(machinery, owners, expected)
}

/** Who owns what in a new object, by its form: a hundred objects have a handful of forms, and values do not matter. */
type Owners = Map<string, DraftMeta['managedFields']>

function ensure(machinery: Machinery, owners: Owners, expected: BootstrapObject): void {
  const kind = machinery.kinds.find(group, 'v1', `${expected.kind.toLowerCase()}s`)!
  const collection = machinery.store.collection(kind.storage.collection)
  const key = keyOf(kind, expected.metadata.namespace ?? '', expected.metadata.name)
  const version = collection.read(key)
  if (version === undefined) return store(collection, key, undefined, newObject(machinery, owners, kind, expected))
  const existing = draftOf(version.object.text)
  const verdict = reconcile(existing, expected)
  if (verdict.does === 'keep') return
  if (verdict.does === 'update') {
    return store(collection, key, version.revision, recorded(machinery, kind, existing, verdict.object))
  }
  collection.remove(key, version.revision, (revision) => storedOf(existing, revision))
  store(collection, key, undefined, newObject(machinery, owners, kind, expected))
}

function newObject(machinery: Machinery, owners: Owners, kind: ServedKind, expected: BootstrapObject): Draft {
  const creationTimestamp = timestamp(machinery.clock.now())
  const metadata: DraftMeta = { ...expected.metadata, uid: machinery.ids.uuid(), creationTimestamp }
  const object: Draft = { ...expected, kind: kind.kind, apiVersion: apiVersionOf(kind), metadata }
  const form = [kind.kind, ...Object.keys(expected), ...Object.keys(expected.metadata.labels)].join(' ')
  const known = owners.get(form)
  if (known !== undefined) return { ...object, metadata: { ...metadata, managedFields: known } }
  owners.set(form, recorded(machinery, kind, undefined, object).metadata.managedFields)
  return object
}

function recorded({ fields, clock }: Machinery, kind: ServedKind, live: Draft | undefined, next: Draft): Draft {
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
