/** Reads fields of untyped objects, with Go's error messages for values of another type. */
import { getOwn } from '@kubewright/core/json'
import { goFormat } from '../../go/go-value-text.ts'

type Wanted = 'string' | 'int64' | 'map[string]interface {}'

export type Found<Value> = { readonly value: Value | undefined } | { readonly problem: string }

/** @param path `.spec.replicas` */
export function readNumber(object: unknown, path: string): Found<number> {
  return read(object, path, 'int64') as Found<number>
}

export function readText(object: unknown, path: string): Found<string> {
  return read(object, path, 'string') as Found<string>
}

function read(object: unknown, path: string, wanted: Wanted): Found<unknown> {
  const names = namesOf(path)
  let at: unknown = object
  for (const [index, name] of names.entries()) {
    if (at === null || at === undefined) return { value: undefined }
    if (goType(at) !== 'map[string]interface {}') {
      return { problem: accessorProblem(`.${names.slice(0, index + 1).join('.')}`, at, 'map[string]interface{}') }
    }
    const fields = at as Readonly<Record<string, unknown>>
    if (!Object.hasOwn(fields, name)) return { value: undefined }
    at = fields[name]
  }
  return goType(at) === wanted ? { value: at } : { problem: accessorProblem(`.${names.join('.')}`, at, wanted) }
}

/** Sets the value at a path, creating the objects on the way. */
export function putAt(object: object, path: string, value: unknown): object {
  const [name = '', ...rest] = namesOf(path)
  const below = getOwn(object as Readonly<Record<string, unknown>>, name)
  const next = rest.length === 0 ? value : putAt((below ?? {}) as object, `.${rest.join('.')}`, value)
  return { ...object, [name]: next }
}

function namesOf(path: string): readonly string[] {
  return path.replace(/^\./, '').split('.')
}

export function accessorProblem(path: string, value: unknown, wanted: string): string {
  return `${path} accessor error: ${goFormat(value)} is of the type ${goType(value)}, expected ${wanted}`
}

function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : 'map[string]interface {}'
}
