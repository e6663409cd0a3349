/** Writing what every cluster begins with: created like any other object, and only if it is not there yet. */
import { parseApiVersion } from '@kubewright/core'
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import type { FieldManager } from '../managed-fields/field-manager.ts'
import { type Draft, type DraftMeta, draftOf, textOf } from '../object/draft.ts'
import { keyOf, type Machinery, timestamp } from '../verbs/call.ts'
import { createObject } from '../verbs/create.ts'
import { ownCall } from '../verbs/own-call.ts'

export interface BootObject {
  readonly apiVersion: string
  readonly plural: string
  readonly metadata: DraftMeta & { readonly name: string }
  /** Everything besides metadata. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Whom the object belongs to. @default 'kube-apiserver' */
  readonly manager?: string
  /** What somebody applies to it once it is there. */
  readonly status?: AppliedStatus
}

export interface AppliedStatus {
  readonly manager: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Does nothing if there is such an object, or no such kind. */
export async function ensureObject(machinery: Machinery, object: BootObject): Promise<void> {
  const kind = kindOf(machinery, object)
  if (kind === undefined) return
  const { name, namespace = '' } = object.metadata
  const collection = machinery.store.collection(kind.storage.collection)
  if (collection.read(keyOf(kind, namespace, name)) !== undefined) return
  await machinery.fields.load?.(kind)
  await create(machinery, kind, object)
  if (object.status !== undefined) await applyStatus(machinery, kind, object, object.status)
}

function kindOf({ kinds }: Machinery, { apiVersion, plural }: BootObject): ServedKind | undefined {
  const { group, version } = parseApiVersion(apiVersion)
  return kinds.find(group, version, plural)
}

async function create(machinery: Machinery, kind: ServedKind, boot: BootObject): Promise<void> {
  const { metadata, fields, manager = 'kube-apiserver' } = boot
  const apiVersion = apiVersionOf(kind)
  const { object } = await kind.codec.decode(structuredClone({ kind: kind.kind, apiVersion, metadata, ...fields }))
  const time = timestamp(machinery.clock.now())
  machinery.fields.update(kind, undefined, object, { manager, apiVersion, subresource: '', time })
  const { name, namespace = '' } = metadata
  const call = ownCall(machinery, kind, { verb: 'create', namespace, name })
  await createObject(call, object, { isDryRun: false, fieldManager: manager, fieldValidation: 'Ignore', force: false })
}

async function applyStatus(
  machinery: Machinery,
  kind: ServedKind,
  { metadata: { name, namespace = '' } }: BootObject,
  { manager, value }: AppliedStatus,
): Promise<void> {
  const collection = machinery.store.collection(kind.storage.collection)
  const version = collection.read(keyOf(kind, namespace, name))!
  const apiVersion = apiVersionOf(kind)
  const configuration: Draft = { kind: kind.kind, apiVersion, metadata: { name }, status: structuredClone(value) }
  const time = timestamp(machinery.clock.now())
  const writer: Parameters<FieldManager['apply']>[3] = { manager, apiVersion, subresource: 'status', time, force: true }
  const applied = machinery.fields.apply(kind, draftOf(version.object.text), configuration, writer)
  const stored = await kind.storage.write(applied)
  collection.put(version.key, version.revision, (revision) => ({
    text: textOf(stored, String(revision)),
    labels: stored.metadata.labels,
  }))
}
