/** The checks of a zod schema, split into those that can be expressed and those that must be rejected. */
import type { $ZodCheck, $ZodCheckDef, $ZodType } from 'zod/v4/core'
import type { Place } from './place.ts'

/** The definition of a check, with the fields of its kind. */
export interface CheckDef extends $ZodCheckDef {
  readonly [key: string]: unknown
}

/**
 * The checks of a schema; a format such as `z.email()` is its own first check. `when` and custom messages are ignored: they change
 * when and how zod reports, not what it accepts.
 */
export function checksOf(schema: $ZodType): readonly CheckDef[] {
  const def = schema._zod.def as { check?: string; checks?: readonly $ZodCheck<never>[] }
  const attached = (def.checks ?? []).map((check) => check._zod.def as CheckDef)
  return def.check === undefined || def.check === 'custom' ? attached : [def as unknown as CheckDef, ...attached]
}

/** Marks checks added by this package's constructors, which make zod check what the API server enforces anyway. */
export const enforcedBy = 'x-kubernetes-enforced-by'

/** Rejects every check of `schema` that is not of a `known` kind. */
export function refuseOtherChecks(schema: $ZodType, known: readonly string[], place: Place): void {
  for (const check of checksOf(schema)) {
    if (!known.includes(check.check)) refuseCheck(check, place)
  }
}

export function refuseCheck(check: CheckDef, place: Place): void {
  switch (check.check) {
    case 'custom': {
      const params = check['params'] as Readonly<Record<string, unknown>> | undefined
      if (params?.[enforcedBy] !== undefined) return
      place.refuse(
        'a function such as `.refine()` or `.check()` cannot run in the API server',
        'Write the condition as a CEL rule with withRules(schema, [{ rule, message }]), or check it in an admission webhook.',
      )
      return
    }
    case 'overwrite':
      place.refuse(
        'a method such as `.trim()` or `.toLowerCase()` changes the value, and the API server changes nothing',
        'Ask for the final form with `.regex()`.',
      )
      return
    default:
      place.refuse(
        `the check \`${check.check}\` has no counterpart in Kubernetes`,
        'Remove it, or write a CEL rule with withRules().',
      )
  }
}
