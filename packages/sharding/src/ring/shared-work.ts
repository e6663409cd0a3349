/**
 * The kinds a shard works on, as written to its lease, so that the cluster alone shows what a ring distributes. Sharding
 * itself does not act on it; an invalid value is ignored.
 */
import { formatApiVersion, isValidName, parseApiVersion } from '@kubewright/core/object'
import { parseFieldSelector, parseLabelSelector } from '@kubewright/core/selectors'
import type { PartitionScope, Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { Scope } from '@kubewright/resource/definition'
import { shardedKinds } from './kinds.ts'

/** A kind with the fields needed to list it. */
export interface SharedKind {
  readonly resource: Resource
  /** The sharded objects of the kind. */
  readonly scope: PartitionScope
}

export interface SharedWork {
  /** Objects of these kinds have their own key. */
  readonly mains: readonly SharedKind[]
  /** Objects of these kinds follow their owner. */
  readonly children: readonly SharedKind[]
  /** The sharded namespaces, in the syntax of `kubectl -l`; all if undefined. */
  readonly namespaces: string | undefined
}

interface WrittenKind extends PartitionScope {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly in: Scope
}

export function formatWork(work: readonly Work[], namespaces: string | undefined): string {
  const kinds = shardedKinds(work)
  return JSON.stringify({
    mains: kinds.mains.map((one) => written(one, kinds.scopeOf(one))),
    children: kinds.children.map((one) => written(one, kinds.scopeOf(one))),
    ...(namespaces === undefined ? {} : { namespaces }),
  })
}

function written({ group, version, kind, plural, scope }: Resource, narrowed: PartitionScope): WrittenKind {
  const apiVersion = formatApiVersion({ group, version })
  const { namespace, labels, fields } = narrowed
  const only = { ...(namespace && { namespace }), ...(labels && { labels }), ...(fields && { fields }) }
  return { apiVersion, kind, plural, in: scope, ...only }
}

/** `undefined` if the text is invalid. */
export function parseWork(text: string): SharedWork | undefined {
  try {
    const { mains, children, namespaces } = JSON.parse(text) as Record<string, unknown>
    if (!Array.isArray(mains) || !Array.isArray(children)) return undefined
    if (namespaces !== undefined && typeof namespaces !== 'string') return undefined
    if (mains.length + children.length > mostKinds) return undefined
    if (namespaces !== undefined) parseLabelSelector(namespaces)
    return { mains: mains.map(readKind), children: children.map(readKind), namespaces }
  } catch {
    return undefined
  }
}

/** A limit, because a reader lists each of them. */
const mostKinds = 200

const word = /^[A-Za-z0-9]+$/

/** Failure: throws for an invalid kind or selector. */
function readKind(given: unknown): SharedKind {
  const { apiVersion, kind, plural, in: scope, namespace, labels, fields } = given as Partial<WrittenKind>
  if (![kind, plural].every((name) => typeof name === 'string' && word.test(name))) throw new Error('no kind')
  if (typeof apiVersion !== 'string' || (scope !== 'Namespaced' && scope !== 'Cluster')) throw new Error('no kind')
  const { group, version } = parseApiVersion(apiVersion)
  if (!/^[a-z0-9.-]*$/.test(group) || !word.test(version)) throw new Error('no kind')
  const names = { kind: kind!, plural: plural!, singular: kind!.toLowerCase(), shortNames: [], categories: [] }
  if (typeof namespace === 'string' && !isValidName('dns1123Label', namespace)) throw new Error('no namespace')
  if (typeof labels === 'string') parseLabelSelector(labels)
  if (typeof fields === 'string') parseFieldSelector(fields)
  const only = {
    ...(typeof namespace === 'string' ? { namespace } : {}),
    ...(typeof labels === 'string' ? { labels } : {}),
    ...(typeof fields === 'string' ? { fields } : {}),
  }
  return { resource: { group, version, ...names, scope, subresources: [] }, scope: only }
}
