/**
 * The spec of a definition in the form that kube-apiserver validates: parts that are equal in all versions are hoisted above them.
 * A problem in the schema of the only version is therefore reported at `spec.validation`.
 */
import { deepEqual } from '@kubewright/core/json'
import type { DefinitionSpec, DefinitionVersion, PrinterColumn, SelectableField } from './definition.ts'

/** The parts that can be hoisted. */
export interface Hoisted {
  readonly schema: DefinitionVersion['schema']
  readonly subresources: DefinitionVersion['subresources']
  readonly additionalPrinterColumns: readonly PrinterColumn[] | undefined
  readonly selectableFields: readonly SelectableField[] | undefined
}

export interface HoistedSpec extends Hoisted {
  /** Without the hoisted parts. */
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

/** An empty list counts as absent. */
function isSame(a: unknown, b: unknown): boolean {
  const settled = (value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value)
  return deepEqual(settled(a), settled(b))
}
