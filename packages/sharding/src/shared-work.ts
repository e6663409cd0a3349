/**
 * Which kinds a shard works on, as it writes into its lease: so that somebody who looks at the cluster alone knows what a ring
 * shares out. Nothing that acts reads it; what somebody wrote there by hand is taken for nothing.
 */
import {
  formatApiVersion,
  isValidName,
  parseApiVersion,
  parseFieldSelector,
  parseLabelSelector,
} from '@kubewright/core'
import type { PartitionScope, Work } from '@kubewright/lease'
import type { Resource, Scope } from '@kubewright/resource'
import { shardedKinds } from './kinds.ts'

/** A kind, as far as it takes to list it. */
export interface SharedKind {
  readonly resource: Resource
  /** Which of its objects are shared out. */
  readonly scope: PartitionScope
}

export interface SharedWork {
  /** Objects of these have a key of their own. */
  readonly mains: readonly SharedKind[]
  /** Objects of these go where their owner goes. */
  readonly children: readonly SharedKind[]
  /** Which namespaces are shared out, in the form of `kubectl -l`; all if it does not say. */
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
    children: kinds.children.map((one) => written(one, {})),
    ...(namespaces === undefined ? {} : { namespaces }),
  })
}

function written({ group, version, kind, plural, scope }: Resource, narrowed: PartitionScope): WrittenKind {
  const apiVersion = formatApiVersion({ group, version })
  const { namespace, labels, fields } = narrowed
  const only = { ...(namespace && { namespace }), ...(labels && { labels }), ...(fields && { fields }) }
  return { apiVersion, kind, plural, in: scope, ...only }
}

/** Nothing if it does not say what kinds there are. */
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

/** A reader lists each of them. */
const mostKinds = 200

const word = /^[A-Za-z0-9]+$/

/** Failure: throws for what names no kind, or selects in a way that no server understands. */
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
