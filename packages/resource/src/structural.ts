/**
 * Wraps a structural schema as a zod schema: for types whose schema already exists, such as a pod template. The schema is copied to the
 * CustomResourceDefinition unchanged, and zod validates values by the API server's rules.
 * See decision 0270.
 */
import { type AlreadyReadonly, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { z } from 'zod'
import { jsonProblems } from './json-problems.ts'
import { applySchema } from './schema/apply-schema.ts'
import type { Problem } from './schema/problem.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'
import { structuralKey } from './zod/from-structural.ts'

/**
 * A zod schema that wraps a structural one. It has zod's methods: `.optional()`, `.default()`, `.describe()`.
 *
 * @typeParam Value the type of its values, deeply read-only
 */
export interface StructuralType<Value> extends z.ZodType<AlreadyReadonly<Value>, AlreadyReadonly<Value>> {}

/**
 * `schema` for use in `defineResource`, with a type given by the caller.
 *
 * @typeParam Value the TypeScript type: it must match the schema, and be deeply read-only
 *
 * @example
 * ```ts
 * const port = structural<{ readonly port: number; readonly protocol?: string }>({
 *   type: 'object',
 *   required: ['port'],
 *   properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
 * })
 * port.parse({ port: 80 }) // => { port: 80, protocol: 'TCP' }
 * port.safeParse({ port: '80' }).success // => false
 * ```
 */
export function structural<Value>(schema: StructuralSchema): StructuralType<Value> {
  return new Structural({ type: 'custom', [structuralKey]: schema }) as unknown as StructuralType<Value>
}

interface StructuralDef extends z.core.$ZodTypeDef {
  readonly type: 'custom'
  readonly [structuralKey]: StructuralSchema
}

interface StructuralInternals extends z.core.$ZodTypeInternals {
  readonly def: StructuralDef
}

interface Structural extends z.ZodType<unknown, unknown, StructuralInternals> {}

const Structural: z.core.$constructor<Structural, StructuralDef> = /*#__PURE__*/ z.core.$constructor(
  'KubewrightStructural',
  (inst: Structural, def: StructuralDef) => {
    z.ZodType.init(inst, def)
    const holder = holderOf(def[structuralKey])
    inst._zod.parse = (payload) => {
      const { value, problems } = judge(payload.value, holder)
      for (const problem of problems) payload.issues.push(issueOf(problem, payload.value, inst))
      payload.value = value
      return payload
    }
  },
)

/** The field value an API server would store for `given`, and its validation errors. */
function judge(given: unknown, holderSchema: StructuralSchema): { value: unknown; problems: readonly Problem[] } {
  // `undefined` counts as absent in JSON, so it is validated like a missing field.
  const strangers = given === undefined ? [] : jsonProblems({ value: given })
  if (strangers.length > 0) return { value: given, problems: strangers }
  const holder = given === undefined ? {} : { value: given as JsonValue }
  const { object, problems } = applySchema(holder, holderSchema)
  return { value: isJsonObject(object) ? (object as JsonObject)['value'] : undefined, problems }
}

/** An object with the value as its only field: the engine validates objects. */
function holderOf(schema: StructuralSchema): StructuralSchema {
  return { type: 'object', required: ['value'], properties: { value: schema } }
}

function issueOf({ field, message }: Problem, input: unknown, inst: Structural): z.core.$ZodRawIssue {
  const steps = [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([text, index]) =>
    index === undefined ? text : Number(index),
  )
  return { code: 'custom', message, path: steps.slice(1), input, inst }
}
