/** Simple paths into a schema: `.spec.replicas`, `.labels['app.kubernetes.io/name']`. */
import { schemaOfEntries, type StructuralSchema } from './structural-schema.ts'

/** The result of `fieldAt`: the schema of the field, or the reason that the path is invalid. */
export type FieldAt = { readonly schema: StructuralSchema } | { readonly problem: string }

/** Options of a field path. */
interface Options {
  /** @default true */
  readonly allowBrackets?: boolean
}

/** The schema at a path, or the API server's error for the path. */
export function fieldAt(schema: StructuralSchema, path: string, { allowBrackets = true }: Options = {}): FieldAt {
  const steps = path.match(/\[|\]|\.|'(?:\\.|[^'\\])*'|[^.[\]]+/g) ?? []
  let at: StructuralSchema | undefined = schema
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index]!
    if (step !== '.' && step !== '[') return { problem: `expected [ or . but got: ${step}` }
    if (step === '[' && !allowBrackets) return { problem: 'array notation is not allowed' }
    const name = steps[++index]
    if (name === undefined) return { problem: 'unexpected end of JSON path' }
    if (step === '[' && !/^'.*'$/s.test(name)) return { problem: `expected single quoted string but got ${name}` }
    if (step === '[' && steps[++index] !== ']') {
      return {
        problem: steps[index] === undefined ? 'unexpected end of JSON path' : `expected ] but got ${steps[index]}`,
      }
    }
    at = step === '[' ? below(at, unquote(name)) : below(at, name)
    if (at === undefined) return { problem: 'does not refer to a valid field' }
  }
  return { schema: at }
}

function below({ properties, ...schema }: StructuralSchema, name: string): StructuralSchema | undefined {
  if (properties !== undefined) return Object.hasOwn(properties, name) ? properties[name] : undefined
  return schema.additionalProperties === true ? {} : schemaOfEntries(schema)
}

function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1')
}
