/** Field paths in the notation of errors. */
import type { StructuralSchema } from '@kubewright/resource/schema'
import { ownField } from '../object/own-field.ts'

export function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** The root path is shown as `<nil>`. */
export function shownPath(path: string): string {
  return path === '' ? '<nil>' : path
}

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Resolves `.spec['x.y']` below `path`: properties are appended with a dot, map keys in brackets. */
export function rulePath(path: string, fieldPath: string, schema: StructuralSchema): string {
  let result = path
  let at: StructuralSchema | undefined = schema
  for (const [, dotted, quoted] of fieldPath.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)) {
    const name = dotted ?? quoted!.replaceAll(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
    const values: StructuralSchema | boolean | undefined = at?.additionalProperties
    const isNamed: boolean = at?.properties !== undefined || typeof values !== 'object'
    result = isNamed ? childPath(result, name) : `${result}[${name}]`
    at = isNamed ? ownField(at?.properties, name) : (values as StructuralSchema)
  }
  return result
}
