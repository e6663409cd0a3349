/**
 * The spec of a definition in the form the server checks: what is the same in all versions stands once, above them. That
 * is why a problem in the schema of the only version is reported at `spec.validation`.
 */
import { deepEqual } from '@kubewright/core'
import type { DefinitionSpec, DefinitionVersion, PrinterColumn, SelectableField } from './definition.ts'

/** Where a part is told to stand, and what it is. */
export interface Hoisted {
  readonly schema: DefinitionVersion['schema']
  readonly subresources: DefinitionVersion['subresources']
  readonly additionalPrinterColumns: readonly PrinterColumn[] | undefined
  readonly selectableFields: readonly SelectableField[] | undefined
}

export interface HoistedSpec extends Hoisted {
  /** Without what was hoisted. */
  readonly versions: readonly DefinitionVersion[]
}

const parts = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const

export function hoistedSpec({ versions = [] }: DefinitionSpec): HoistedSpec {
  const [first] = versions
  const shared = new Set(
    parts.filter((part) => first !== undefined && versions.every((version) => isSame(version[part], first[part]))),
  )
  const above = (part: (typeof parts)[number]) => (shared.has(part) ? first?.[part] : undefined)
  return {
    schema: above('schema') as Hoisted['schema'],
    subresources: above('subresources') as Hoisted['subresources'],
    additionalPrinterColumns: above('additionalPrinterColumns') as Hoisted['additionalPrinterColumns'],
    selectableFields: above('selectableFields') as Hoisted['selectableFields'],
    versions: versions.map((version) => without(version, shared)),
  }
}

function without(version: DefinitionVersion, shared: ReadonlySet<(typeof parts)[number]>): DefinitionVersion {
  const rest = { ...version }
  for (const part of shared) delete rest[part]
  return rest
}

/** An empty list is as good as none. */
function isSame(a: unknown, b: unknown): boolean {
  const settled = (value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value)
  return deepEqual(settled(a), settled(b))
}
