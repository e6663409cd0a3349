/**
 * Additions by other clients to the objects of a component: containers, variables, ports, files.
 *
 * Server-side apply keeps fields of other managers. An undeclared container is not part of the component, and a port of the same name
 * makes the apply of the declared one fail. So additions are found by comparison and removed by a patch. Pure.
 *
 * See decision 0363.
 */
import { deepEqual, formatJsonPointer, type JsonPatchOperation, type JsonValue } from '@kubewright/core/json'
import type { Container } from '@kubewright/kubernetes/core/v1'

/** The compared fields of an object. */
export interface Comparable {
  readonly metadata: { readonly resourceVersion?: string | undefined }
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly binaryData?: Readonly<Record<string, unknown>> | undefined
  readonly spec?:
    | {
        readonly selector?: Readonly<Record<string, unknown>> | undefined
        readonly ports?: readonly ServicePort[] | undefined
        readonly template?: { readonly spec?: PodContainers | undefined } | undefined
      }
    | undefined
}

interface PodContainers {
  readonly containers: readonly Container[]
  readonly initContainers?: readonly Container[] | undefined
}

interface ServicePort {
  readonly name?: string | undefined
  readonly port: number
}

/** The operations that remove the fields in `live` that `wanted` does not declare; empty if there are none. */
export function removalsOf(kind: string, wanted: Comparable, live: Comparable): readonly JsonPatchOperation[] {
  const removals = [...(comparisons.get(kind)?.(wanted, live) ?? [])]
  if (removals.length === 0) return []
  return [{ op: 'test', path: '/metadata/resourceVersion', value: live.metadata.resourceVersion ?? '' }, ...removals]
}

type Comparison = (wanted: Comparable, live: Comparable) => Iterable<JsonPatchOperation>

const comparisons = new Map<string, Comparison>([
  ['Deployment', templateRemovals],
  ['StatefulSet', templateRemovals],
  ['Service', serviceRemovals],
  ['ConfigMap', dataRemovals],
  ['Secret', dataRemovals],
])

function* dataRemovals(wanted: Comparable, live: Comparable): Generator<JsonPatchOperation> {
  yield* keyRemovals(['data'], wanted.data, live.data)
  yield* keyRemovals(['binaryData'], wanted.binaryData, live.binaryData)
}

/** A Service must have ports, so they are replaced, not removed. */
function* serviceRemovals({ spec: wanted }: Comparable, { spec: live }: Comparable): Generator<JsonPatchOperation> {
  yield* keyRemovals(['spec', 'selector'], wanted?.selector, live?.selector)
  const numbers = (ports: readonly ServicePort[] = []) => ports.map(({ name, port }) => [name, port])
  const isKnown = (one: unknown) => numbers(wanted?.ports).some((other) => deepEqual(one, other))
  if (!numbers(live?.ports).every(isKnown)) {
    yield { op: 'replace', path: '/spec/ports', value: wanted?.ports as unknown as JsonValue }
  }
}

function* keyRemovals(
  path: readonly string[],
  wanted: Readonly<Record<string, unknown>> = {},
  live: Readonly<Record<string, unknown>> = {},
): Generator<JsonPatchOperation> {
  for (const key of Object.keys(live)) {
    if (!Object.hasOwn(wanted, key)) yield { op: 'remove', path: formatJsonPointer([...path, key]) }
  }
}

const lists = ['initContainers', 'containers'] as const

function templateRemovals(wanted: Comparable, live: Comparable): readonly JsonPatchOperation[] {
  const containersOf = ({ spec }: Comparable, list: (typeof lists)[number]) => spec?.template?.spec?.[list] ?? []
  return lists.flatMap((list) => containerRemovals(list, containersOf(wanted, list), containersOf(live, list)))
}

/** From the end, so that earlier indexes stay valid. */
function containerRemovals(
  list: string,
  wanted: readonly Container[],
  live: readonly Container[],
): readonly JsonPatchOperation[] {
  const places = live.map((container, at) => ({ container, path: `/spec/template/spec/${list}/${at}` })).toReversed()
  return places.flatMap(({ container, path }): JsonPatchOperation[] => {
    const match = wanted.find(({ name }) => name === container.name)
    if (match === undefined) return [{ op: 'remove', path }]
    const known = new Set((match.env ?? []).map(({ name }) => name))
    const extra = (container.env ?? []).flatMap(({ name }, at) => (known.has(name) ? [] : [at]))
    return extra.toReversed().map((at) => ({ op: 'remove', path: `${path}/env/${at}` }))
  })
}
