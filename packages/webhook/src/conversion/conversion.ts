/** The conversion of a kind: its versions, and the pure function between them. Has no side effects. */
import { webhookErrors } from '../errors.ts'

/** A kind with a conversion: every handle of `defineResource` with several versions. */
export interface ConvertibleKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly versions: readonly string[]
  /** Converts the object to another version. Failure: throws with the reason. */
  convert(object: unknown, version: string): object
}

/** A conversion webhook, as `defineConversion` returns it. */
export interface Conversion {
  readonly type: 'conversion'
  /** `disks.disks.example.dev`: the name of the CustomResourceDefinition. */
  readonly name: string
  readonly kind: ConvertibleKind
}

/**
 * Serves the conversion of a kind to the API server.
 *
 * Failure: `KW_WEBHOOK_DEFINITION` if there is nothing to convert.
 */
export function defineConversion(options: { readonly for: ConvertibleKind }): Conversion {
  const { group, kind, plural, versions } = options.for
  if (versions.length < 2) {
    throw webhookErrors('KW_WEBHOOK_DEFINITION', {
      what: `define the conversion of ${kind}.${group}`,
      why: 'it has only one version',
      next: 'Give `defineResource` others in `versions`.',
    })
  }
  return { type: 'conversion', name: `${plural}.${group}`, kind: options.for }
}
