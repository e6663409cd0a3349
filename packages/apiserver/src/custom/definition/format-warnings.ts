/** Warnings about unrecognized formats, which are allowed but not enforced. */
import { isKnownFormat, type StructuralSchema } from '@kubewright/resource/schema'
import type { Draft } from '../../object/draft.ts'
import { hoistedSpec } from './hoisted-spec.ts'
import { specOf } from './definition.ts'

/** One warning per occurrence of a format that the old definition does not have. */
export function formatWarnings(definition: Draft, old: Draft | undefined): readonly string[] {
  const known = new Set(old === undefined ? [] : unknownFormats(old))
  return unknownFormats(definition)
    .filter((format) => !known.has(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`)
}

function unknownFormats(definition: Draft): readonly string[] {
  const { schema, versions } = hoistedSpec(specOf(definition))
  const schemas = [schema, ...versions.map((version) => version.schema)]
  return schemas.flatMap((one) => (one?.openAPIV3Schema === undefined ? [] : formatsIn(one.openAPIV3Schema)))
}

function formatsIn(schema: StructuralSchema): readonly string[] {
  const { format = '', type, items, allOf = [], anyOf = [], oneOf = [], not, properties = {} } = schema
  const { additionalProperties: values } = schema
  const parts = [
    ...(items === undefined ? [] : [items]),
    ...([...allOf, ...anyOf, ...oneOf] as StructuralSchema[]),
    ...(not === undefined ? [] : [not as StructuralSchema]),
    ...Object.values(properties),
    ...(typeof values === 'object' ? [values] : []),
  ]
  return [...(format !== '' && !isKnownFormat(format, type) ? [format] : []), ...parts.flatMap(formatsIn)]
}
