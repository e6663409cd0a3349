/** Go's error for a value that does not have the type of its field. */
import type { GoField } from '../go/go-type.ts'

/** Steps from the root to a value: fields, indexes of lists, keys of maps. */
export type Path = readonly (GoField | number | string)[]

/**
 * Go names the struct that has the field, and all fields of the path with the types they are inlined from, but neither
 * indexes nor keys: `DeploymentSpec.spec.replicas`.
 *
 * @param value the JSON type: `string`, `number 1.5`
 * @param type the Go type: `int32`
 */
export function mismatchText(value: string, path: Path, type: string): string {
  const fields = path.filter((step) => typeof step === 'object')
  const last = fields.at(-1)
  if (last === undefined) return `json: cannot unmarshal ${value} into Go value of type ${type}`
  const names = fields.flatMap(({ via, name }) => [...via, name])
  return `json: cannot unmarshal ${value} into Go struct field ${last.owner.localName}.${names.join('.')} of type ${type}`
}

/** `spec.containers[0].env`, the path format of strict errors. */
export function formatPath(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${nameOf(step)}`)).join('')
  return text.startsWith('.') ? text.slice(1) : text
}

function nameOf(step: GoField | string): string {
  return typeof step === 'string' ? step : step.name
}
