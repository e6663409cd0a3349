/** Finds the atomic fields of a configuration, which can only be replaced as a whole. */
import { isMap, type Shape } from '../../kinds/shape.ts'

/** Paths such as `.spec.containers[0].command`, in the order of the configuration. */
export function atomicFields(value: unknown, shape: Shape, path = ''): readonly string[] {
  if (isMap(value) && shape.type === 'map') {
    const below = Object.entries(value).flatMap(([name, part]) => {
      const declared = shape.declared(name)
      return declared === undefined ? [] : atomicFields(part, declared, `${path}.${name}`)
    })
    return [...(shape.isAtomic ? [path] : []), ...below]
  }
  if (!Array.isArray(value) || shape.type !== 'list') return []
  const below = value.flatMap((item, at) => atomicFields(item, shape.items, `${path}[${at}]`))
  return [...(shape.relation === 'atomic' ? [path] : []), ...below]
}
