/**
 * Determines which framework status fields a kind declares. A kind that declares `state` as `z.enum(states)` gets it maintained,
 * together with `message`, `payload` and `handledRequest` if declared; any other `state` belongs to the kind itself.
 */
import type { KubeObject } from '@kubewright/core'
import type { Resource, StructuralSchema } from '@kubewright/resource'
import { externalErrors } from '../errors.ts'
import { states } from '../decision/state.ts'

/** Status fields maintained by the framework, and their required types. */
const fieldTypes = { state: 'string', message: 'string', payload: undefined, handledRequest: 'string' } as const
export type StatusField = keyof typeof fieldTypes

const conditionTypes = ['Ready', 'Synced'] as const
export type ConditionType = (typeof conditionTypes)[number]

export interface DeclaredStatus {
  /** Whether the kind has a status subresource. */
  readonly exists: boolean
  readonly fields: ReadonlySet<StatusField>
  readonly conditions: ReadonlySet<ConditionType>
}

/** Failure: `KW_EXTERNAL_DEFINITION` for a field declared with another type. */
export function declaredStatus(resource: Resource): DeclaredStatus {
  const { schema, conditionTypes: declared = [] } = resource as DefinedParts
  const properties = schema?.properties?.['status']?.properties ?? {}
  const isOurs = states.every((state) => properties['state']?.enum?.includes(state))
  const fields = isOurs ? (Object.keys(fieldTypes) as StatusField[]).filter((field) => field in properties) : []
  for (const field of fields) {
    const [wanted, { type } = {}] = [fieldTypes[field], properties[field]]
    if (wanted !== undefined && type !== wanted) throw wrongField(resource, field, wanted, type)
  }
  return {
    exists: resource.subresources.includes('status'),
    fields: new Set(fields),
    conditions: new Set(conditionTypes.filter((type) => declared.includes(type))),
  }
}

interface DefinedParts extends Resource {
  readonly schema?: StructuralSchema
  readonly conditionTypes?: readonly string[]
}

export type StatusParts = Readonly<Record<string, unknown>>

export function statusOf(object: KubeObject): StatusParts {
  return (object as { readonly status?: StatusParts }).status ?? {}
}

/** The fields that derive from observations: neither the framework's nor the server's. */
export function seenFields(object: KubeObject, { fields }: DeclaredStatus): StatusParts {
  const others: readonly string[] = [...fields, 'conditions', 'observedGeneration']
  return Object.fromEntries(Object.entries(statusOf(object)).filter(([name]) => !others.includes(name)))
}

function wrongField({ kind }: Resource, field: string, wanted: string, type: string | undefined): Error {
  return externalErrors('KW_EXTERNAL_DEFINITION', {
    what: `store status.${field} of a ${kind}`,
    why: `it is declared as ${type ?? 'any value'}, not as ${wanted}`,
    next: `Declare it as an optional ${wanted}, or rename your field.`,
    details: { kind, field },
  })
}
