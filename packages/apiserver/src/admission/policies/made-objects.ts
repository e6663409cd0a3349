/** Reads the objects that `Object{…}` expressions create, and checks their type names against their field paths. */
import type { JsonValue } from '@kubewright/core/json'
import { ListValue, MapValue, StructValue, toJson, type Value } from '@kubewright/cel'
import { MutationProblem } from './mutation-problem.ts'

/** Failure: throws `MutationProblem` if the type name of a nested object does not match its field. */
export function readMade(value: Value): JsonValue {
  if (value instanceof StructValue) {
    const problems = [...misnamed(value, value.type.name)]
    if (problems.length > 0) throw new MutationProblem(`type mismatch: ${problems.join('\n')}`)
  }
  return toJson(value)
}

/** Lists and maps add nothing to the path. */
function* misnamed(value: Value, path: string): Generator<string, void, void> {
  if (value instanceof StructValue) {
    const { name } = value.type
    if (name !== path) {
      yield `unexpected type name ${JSON.stringify(name)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`
    }
    for (const [field, part] of value.fields) yield* misnamed(part, `${path}.${field}`)
  }
  if (value instanceof ListValue) for (const item of value) yield* misnamed(item, path)
  if (value instanceof MapValue) for (const key of value.keys()) yield* misnamed(value.get(key), path)
}
