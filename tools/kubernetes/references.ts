/** The references between definitions. */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'

/** The definitions that a schema refers to directly, in order, possibly more than once. */
export function referencesOf(schema: Schema): readonly string[] {
  const { $ref, properties = {}, items, additionalProperties } = schema
  const below = [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(additionalProperties ? [additionalProperties] : []),
  ]
  return [...($ref === undefined ? [] : [$ref]), ...below.flatMap(referencesOf)]
}

/** The roots and their transitive references. `stop` ends the search at a definition. */
export function reachableFrom(
  roots: readonly string[],
  definitions: Definitions,
  stop: (definition: string) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [...roots]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next) || stop(next)) continue
    const schema = definitions[next]
    if (schema === undefined) throw new Error(`Cannot follow a reference to ${next}: there is no such definition.`)
    reached.add(next)
    open.push(...referencesOf(schema))
  }
  return reached
}
