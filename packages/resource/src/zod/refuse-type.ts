/** zod types that Kubernetes cannot express, with their alternatives. */
import type { StructuralSchema } from '../schema/structural-schema.ts'
import type { Place } from './place.ts'

const advice: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  transform: [
    'a transform runs code, and the API server runs none',
    'Keep the stored form here and convert it in your controller.',
  ],
  pipe: [
    'a transform, pipe, codec or preprocess runs code, and the API server runs none',
    'Use the schema of the stored form, and convert in your controller.',
  ],
  catch: [
    'the API server refuses invalid values and does not replace them, as `.catch()` would',
    'Remove .catch(), or use .default() for absent values.',
  ],
  success: ['`z.success()` runs code, and the API server runs none', 'Use z.boolean().'],
  custom: [
    'a schema made of a function cannot run in the API server',
    'Describe the shape with zod types, and add CEL rules with withRules().',
  ],
  date: ['JSON has no dates', 'Use z.iso.datetime() for instants or z.iso.date() for days, and keep them as text.'],
  bigint: ['JSON has no bigints', 'Use int64() for whole numbers, or quantity() for amounts.'],
  map: ['JSON has no Map', 'Use z.record(z.string(), …).'],
  set: ['JSON has no Set', 'Use listSet(…).'],
  tuple: ['a Kubernetes list has items of one type', 'Use z.object() with named fields, or z.array().'],
  null: ['a field that can only be `null` says nothing', 'Remove it, or make another type .nullable().'],
  undefined: ['JSON has no `undefined`', 'Use .optional() on a real type.'],
  void: ['JSON has no `undefined`', 'Use .optional() on a real type.'],
  never: ['no value fits', 'Remove the field.'],
  nan: ['JSON has no NaN', 'Use z.number().'],
  symbol: ['JSON has no symbols', 'Use z.string() or z.enum().'],
  function: ['JSON has no functions', 'Remove it.'],
  promise: ['JSON has no promises', 'Remove z.promise().'],
  file: ['JSON has no files', 'Use z.base64() for small contents, or the name of a ConfigMap or Secret.'],
}

export function refuseType(type: string, place: Place): StructuralSchema {
  const [what, instead] = (Object.hasOwn(advice, type) ? advice[type] : undefined) ?? [
    `the zod type \`${type}\` has no counterpart in Kubernetes`,
    'Use another type, or preserveUnknown().',
  ]
  return place.refuse(what, instead)
}
