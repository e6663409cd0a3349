/** Finds a kind by group and kind, or by any name that `kubectl` accepts. Pure. */
import { parseApiVersion } from '@kubewright/core/object'
import { clientErrors } from '../errors.ts'
import { describeValue } from '../verb/check-options.ts'
import type { DynamicResource } from './dynamic-resource.ts'

/**
 * - `{ group: 'apps', kind: 'Deployment' }`, with or without `version`; the core group is `''`
 * - `{ apiVersion: 'apps/v1', kind: 'Deployment' }`, as in owner references and events
 * - `'Deployment'`, `'deployments'`, `'deploy'`, `'Deployment.apps'`, `'Deployment.v1.apps'`
 */
export type KindQuery =
  | string
  | { readonly kind: string; readonly group?: string | undefined; readonly version?: string | undefined }
  | { readonly kind: string; readonly apiVersion: string }

/** Failure: `KW_CLIENT_OPTION` if it names no kind. */
export function assertQuery(query: KindQuery): void {
  const name: unknown = typeof query === 'object' && query !== null ? query.kind : query
  if (typeof name === 'string' && name !== '') return
  throw clientErrors('KW_CLIENT_OPTION', {
    what: 'discover a kind',
    why: `${describeValue(query)} is not the name of a kind`,
    next: "Pass a name such as 'Deployment.apps', or { group, kind }.",
  })
}

/** The first match: among groups the one the server lists first, among versions the preferred one. */
export function findKind(resources: readonly DynamicResource[], query: KindQuery): DynamicResource | undefined {
  const readings = typeof query === 'string' ? readingsOf(query) : [readingOf(query)]
  for (const reading of readings) {
    const found = resources.find((resource) => matches(resource, reading))
    if (found !== undefined) return found
  }
  return undefined
}

export function formatKindQuery(query: KindQuery): string {
  if (typeof query === 'string') return query
  const { name, version, group } = readingOf(query)
  return [name, version, group].filter((part) => part !== undefined && part !== '').join('.')
}

interface Reading {
  readonly name: string
  readonly group?: string | undefined
  readonly version?: string | undefined
}

function readingOf(query: Exclude<KindQuery, string>): Reading {
  if ('apiVersion' in query) return { name: query.kind, ...parseApiVersion(query.apiVersion) }
  return { name: query.kind, group: query.group, version: query.version }
}

/** `x.v1.y.dev` is either version v1 of group y.dev, or group v1.y.dev. */
function readingsOf(text: string): readonly Reading[] {
  const [name = '', ...rest] = text.split('.')
  if (rest.length === 0) return [{ name }]
  const inGroup = { name, group: rest.join('.') }
  const [version = '', ...group] = rest
  return /^v\d/.test(version) ? [{ name, version, group: group.join('.') }, inGroup] : [inGroup]
}

function matches(resource: DynamicResource, { name, group, version }: Reading): boolean {
  if (group !== undefined && resource.group !== group) return false
  if (version !== undefined && resource.version !== version) return false
  const wanted = name.toLowerCase()
  const names = [resource.kind.toLowerCase(), resource.plural, resource.singular, ...resource.shortNames]
  return names.includes(wanted)
}
