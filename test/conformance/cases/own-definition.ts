/** A definition in the group of a single case. */
import { definition } from './widgets.ts'

/** One version of objects with these properties. */
export function props(properties: object, rest: object = {}): Record<string, unknown> {
  return {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties, ...rest } },
  }
}

export function specOf(schema: object): Record<string, unknown> {
  return props({ spec: schema })
}

export function define(versions: readonly object[], more: object = {}): object {
  return definition({ of: 'id', versions, spec: more })
}
