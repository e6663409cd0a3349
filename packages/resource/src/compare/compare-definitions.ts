/**
 * Compares two versions of a definition to find breaking changes before a rollout. Pass the definition in the cluster, or the one
 * generated at the last release, and the new one.
 */
import { deepEqual } from '@kubewright/core/json'
import type { CrdVersion, CustomResourceDefinition } from '../custom-resource-definition.ts'
import type { CrdOptions } from '../custom-resource.ts'
import { compareSchemas } from './compare-schemas.ts'
import { type Finding, Findings } from './finding.ts'

/** A CustomResourceDefinition, or a handle that generates one. */
export type Comparable = CustomResourceDefinition | { crd(options?: CrdOptions): CustomResourceDefinition }

/**
 * The effects of replacing `before` with `after`; harmless changes are listed as `safe`.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * const definition = { group: 'web.example.dev', version: 'v1', kind: 'Website', scope: 'Namespaced' } as const
 * const before = defineResource({ ...definition, spec: z.object({ image: z.string() }) })
 * const after = defineResource({ ...definition, spec: z.object({ image: z.string(), port: z.int() }) })
 * compareDefinitions(before, after).map(({ path, severity }) => [path, severity])
 * // => [['spec.port', 'breaks stored objects']]
 * ```
 */
export function compareDefinitions(before: Comparable, after: Comparable): readonly Finding[] {
  const [was, is] = [crdOf(before), crdOf(after)]
  const findings = new Findings()
  compareIdentity(was, is, findings)
  compareNames(was, is, findings)
  compareVersions(was, is, findings)
  const shared = was.spec.versions.flatMap((version) => {
    const now = is.spec.versions.find(({ name }) => name === version.name)
    return now === undefined ? [] : compareVersion(version, now)
  })
  return [...findings.all, ...shared]
}

function crdOf(given: Comparable): CustomResourceDefinition {
  return 'crd' in given ? given.crd({ conversion: 'none' }) : given
}

const newKind = 'This is another resource to the API server. Keep the name, or define a second kind and migrate to it.'

function compareIdentity(
  { spec: was }: CustomResourceDefinition,
  { spec: is }: CustomResourceDefinition,
  findings: Findings,
): void {
  const fields = [
    ['group', was.group, is.group],
    ['plural', was.names.plural, is.names.plural],
    ['kind', was.names.kind, is.names.kind],
    ['scope', was.scope, is.scope],
  ] as const
  for (const [path, before, after] of fields) {
    if (before !== after)
      findings.add(
        'breaks stored objects',
        path,
        `changed from ${before} to ${after}, which Kubernetes does not allow`,
        newKind,
      )
  }
}

function compareNames(
  { spec: was }: CustomResourceDefinition,
  { spec: is }: CustomResourceDefinition,
  findings: Findings,
): void {
  for (const key of ['shortNames', 'categories'] as const) {
    const now = is.names[key] ?? []
    for (const name of was.names[key] ?? []) {
      if (!now.includes(name))
        findings.add('breaks clients', key, `${name} was removed`, 'Keep it: people and scripts use it.')
    }
  }
  if (was.names.singular !== is.names.singular) {
    findings.add(
      'breaks clients',
      'singular',
      `changed from ${was.names.singular} to ${is.names.singular}`,
      'Keep the old one as a short name.',
    )
  }
}

function compareVersions(was: CustomResourceDefinition, is: CustomResourceDefinition, findings: Findings): void {
  const now = new Map(is.spec.versions.map((version) => [version.name, version]))
  const stored =
    was.status?.storedVersions ?? was.spec.versions.filter(({ storage }) => storage).map(({ name }) => name)
  for (const { name, served } of was.spec.versions) {
    const after = now.get(name)
    if (after === undefined) compareRemoved(name, served, stored.includes(name), findings)
    else if (served && !after.served) {
      findings.add(
        'breaks clients',
        `versions.${name}`,
        'the version is no longer served',
        'Mark it as deprecated first and wait for its users.',
      )
    }
  }
  for (const { name } of is.spec.versions) {
    if (!was.spec.versions.some((version) => version.name === name))
      findings.add('safe', `versions.${name}`, 'the version was added')
  }
  compareStorage(was, is, findings)
}

function compareRemoved(name: string, isServed: boolean, isStored: boolean, findings: Findings): void {
  if (isStored) {
    const next =
      'Keep it, unserved if need be, until every object is rewritten and it is gone from status.storedVersions.'
    findings.add(
      'breaks stored objects',
      `versions.${name}`,
      'the version was removed, but objects may be stored in it',
      next,
    )
  } else if (isServed) {
    findings.add(
      'breaks clients',
      `versions.${name}`,
      'the version was removed',
      'Stop serving it first and wait for its users.',
    )
  } else findings.add('safe', `versions.${name}`, 'the version was removed; it was not served')
}

function compareStorage(was: CustomResourceDefinition, is: CustomResourceDefinition, findings: Findings): void {
  const storageOf = ({ spec }: CustomResourceDefinition) => spec.versions.find(({ storage }) => storage)?.name
  const [before, after] = [storageOf(was), storageOf(is)]
  if (before === after || !is.spec.versions.some(({ name }) => name === before)) return
  const next = `Objects stay stored in ${before} until they are written again: rewrite them all before you remove it.`
  findings.add('safe', 'versions', `objects are stored in ${after} instead of ${before} from now on`, next)
}

function compareVersion(was: CrdVersion, is: CrdVersion): readonly Finding[] {
  const findings = new Findings(was.name)
  compareSubresources(was, is, findings)
  compareSelectable(was, is, findings)
  compareSchemas(was.schema.openAPIV3Schema, is.schema.openAPIV3Schema, '', findings)
  return findings.all
}

function compareSubresources(
  { subresources: was = {} }: CrdVersion,
  { subresources: is = {} }: CrdVersion,
  findings: Findings,
): void {
  if (was.status && !is.status) {
    findings.add(
      'breaks clients',
      'status',
      'the status subresource was removed',
      'Keep it: operators write their status there.',
    )
  }
  if (is.status && !was.status) {
    const next = 'Change every writer of the status to the subresource in the same release.'
    findings.add(
      'breaks clients',
      'status',
      'there is a status subresource now, and other writes no longer change the status',
      next,
    )
  }
  if (was.scale && !deepEqual(was.scale, is.scale)) {
    findings.add(
      'breaks clients',
      'scale',
      `the scale subresource was ${is.scale ? 'changed' : 'removed'}`,
      'Autoscalers depend on it; keep it.',
    )
  } else if (is.scale && !was.scale) findings.add('safe', 'scale', 'the scale subresource was added')
}

function compareSelectable(was: CrdVersion, is: CrdVersion, findings: Findings): void {
  const now = (is.selectableFields ?? []).map(({ jsonPath }) => jsonPath)
  for (const { jsonPath } of was.selectableFields ?? []) {
    if (!now.includes(jsonPath)) {
      findings.add(
        'breaks clients',
        jsonPath.slice(1),
        'field selectors can no longer use the field',
        'Keep it selectable.',
      )
    }
  }
}
