/** Values of the CEL variables while one write is evaluated. */
import type { JsonObject, JsonValue } from '@kubewright/core/json'
import { dynamicValue, type Value, type Variables } from '@kubewright/cel'
import { PolicyVariables } from '../environment/policy-variables.ts'
import type { Draft } from '../../object/draft.ts'
import type { Expression } from './expression.ts'
import type { Authorizers } from './authorizers.ts'

export interface ActivationParts {
  readonly object: Draft | undefined
  readonly oldObject: Draft | undefined
  readonly request: JsonObject
  /** `null` for cluster-scoped objects. */
  readonly namespaceObject: Draft | null
  readonly params?: Draft | null
  readonly authorizers?: Authorizers
  /** The policy's own variables, by name. */
  readonly variables?: ReadonlyMap<string, Expression>
}

export class Activation {
  readonly #values: ReadonlyMap<string, () => Value>
  readonly #known = new Map<string, Value>()
  /** Cost of the policy's own variables since the last `takeSpent`. */
  #spent = 0

  constructor(parts: ActivationParts) {
    const { object, oldObject, request, namespaceObject, params = null, authorizers, variables } = parts
    const own = new PolicyVariables(variables ?? new Map(), this.look, (cost) => (this.#spent += cost))
    this.#values = new Map<string, () => Value>([
      ['object', () => valueOf(object)],
      ['oldObject', () => valueOf(oldObject)],
      ['request', () => dynamicValue(request)],
      ['namespaceObject', () => valueOf(namespaceObject)],
      ['params', () => valueOf(params)],
      ['variables', () => own],
      ...(authorizers === undefined
        ? []
        : ([
            ['authorizer', () => authorizers.anything],
            ['authorizer.requestResource', () => authorizers.requestResource],
          ] as const)),
    ])
  }

  /** Values are computed on first use and memoized. */
  readonly look: Variables = (name) => {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const value = this.#values.get(name)?.()
    if (value !== undefined) this.#known.set(name, value)
    return value
  }

  takeSpent(): number {
    const spent = this.#spent
    this.#spent = 0
    return spent
  }
}

function valueOf(object: Draft | null | undefined): Value {
  return dynamicValue((object ?? null) as JsonValue)
}
