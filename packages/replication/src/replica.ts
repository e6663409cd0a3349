/** The desired state of a replica, and the patch to it. Pure. */
import { type KubeObject, refOf } from '@kubewright/core'
import { deepEqual, diffMergePatch, getOwn, isJsonObject, type JsonObject } from '@kubewright/core/json'
import { contentOf } from './content.ts'
import {
  copiedAnnotation,
  domain,
  generationAnnotation,
  originAnnotation,
  originLabel,
  replicaName,
  tenantNamespace,
  uidAnnotation,
} from './names.ts'

/** Which metadata is copied. */
export interface CopyRules {
  /** Keys of annotations to copy; `example.dev/*` matches a whole domain. All labels are copied. */
  readonly annotations: readonly string[]
}

/** The desired replica, as created. */
export interface WantedReplica {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
  }
  readonly content: JsonObject
}

/** Content as stored by the server, where it differs from what was sent: the server defaults or drops fields. */
export interface SettledContent {
  readonly wanted: JsonObject
  readonly stored: JsonObject
}

/**
 * The replica of `home`. Labels are copied except those of Kubewright; annotations only if the rules name them. Owner references,
 * finalizers and status are not copied.
 */
export function wantedReplica(home: KubeObject, origin: string, rules: CopyRules): WantedReplica {
  const labels = entriesOf(home.metadata.labels).filter(([key]) => !isOwnKey(key))
  const annotations = entriesOf(home.metadata.annotations).filter(([key]) => !isOwnKey(key) && isNamed(key, rules))
  const { generation } = home.metadata
  return {
    metadata: {
      name: replicaName(refOf(home)),
      namespace: tenantNamespace(origin),
      labels: { ...Object.fromEntries(labels), [originLabel]: origin },
      annotations: {
        ...Object.fromEntries(annotations),
        [originAnnotation]: origin,
        [uidAnnotation]: home.metadata.uid,
        ...(generation === undefined ? {} : { [generationAnnotation]: String(generation) }),
        [copiedAnnotation]: JSON.stringify({ labels: keysOf(labels), annotations: keysOf(annotations) }),
      },
    },
    content: contentOf(home),
  }
}

/** The body of the create request. */
export function creationOf({ metadata, content }: WantedReplica): JsonObject {
  return { ...content, metadata } as unknown as JsonObject
}

/**
 * The merge patch from `replica` to `wanted`; `undefined` if they match, or as closely as the server allows. Labels and annotations added
 * by other clients stay. The patch carries the resourceVersion it was computed from: applied to another version it could keep a concurrent
 * addition, which would then be mistaken for a server default.
 */
export function replicaPatch(
  wanted: WantedReplica,
  replica: KubeObject,
  settled: SettledContent | undefined,
): JsonObject | undefined {
  const metadata = metadataPatch(wanted, replica)
  const stored = contentOf(replica)
  const isThere = deepEqual(wanted.content, stored) || isSettled(wanted.content, stored, settled)
  const content = isThere ? {} : (diffMergePatch(stored, wanted.content) as JsonObject)
  if (metadata === undefined && isThere) return undefined
  const { uid, resourceVersion } = replica.metadata
  return { ...content, metadata: { uid, resourceVersion, ...metadata } }
}

/** Whether the server already stored this result for the same content: sending it again changes nothing. */
export function isSettled(wanted: JsonObject, stored: JsonObject, settled: SettledContent | undefined): boolean {
  return settled !== undefined && deepEqual(settled.wanted, wanted) && deepEqual(settled.stored, stored)
}

function metadataPatch({ metadata }: WantedReplica, replica: KubeObject): JsonObject | undefined {
  const before = copiedBefore(replica)
  const labels = mapPatch(metadata.labels, replica.metadata.labels, before.labels)
  const annotations = mapPatch(metadata.annotations, replica.metadata.annotations, before.annotations)
  if (labels === undefined && annotations === undefined) return undefined
  return { ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) }
}

type TextMap = Readonly<Record<string, string>>

function mapPatch(wanted: TextMap, actual: TextMap | undefined, copied: readonly string[]): JsonObject | undefined {
  const changed = Object.entries(wanted).filter(([key, value]) => getOwn(actual, key) !== value)
  const removed = copied.filter((key) => getOwn(wanted, key) === undefined && getOwn(actual, key) !== undefined)
  if (changed.length === 0 && removed.length === 0) return undefined
  return Object.fromEntries([...changed, ...removed.map((key) => [key, null] as const)])
}

/** The recorded keys; the annotation may have been edited, and invalid content counts as empty. */
function copiedBefore({ metadata }: KubeObject): { labels: readonly string[]; annotations: readonly string[] } {
  const text = getOwn(metadata.annotations, copiedAnnotation)
  const read = text === undefined ? undefined : parsed(text)
  const keys = (name: string) => {
    const list = isJsonObject(read) ? getOwn(read, name) : undefined
    return Array.isArray(list) ? list.filter((key) => typeof key === 'string' && !isOwnKey(key)) : []
  }
  return { labels: keys('labels') as string[], annotations: keys('annotations') as string[] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function entriesOf(map: TextMap | undefined): readonly (readonly [string, string])[] {
  return Object.entries(map ?? {})
}

function keysOf(entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.map(([key]) => key)
}

/** Kubewright's own keys are meaningful only on the object they were set on. */
function isOwnKey(key: string): boolean {
  const at = key.indexOf('/')
  const prefix = at < 0 ? '' : key.slice(0, at)
  return prefix === domain
}

function isNamed(key: string, { annotations }: CopyRules): boolean {
  return annotations.some((named) => named === key || (named.endsWith('/*') && key.startsWith(named.slice(0, -1))))
}
