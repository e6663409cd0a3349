/**
 * What a user does in a run beside declaring: to things the operator made, to statuses, to what is outside. Whoever declares the
 * same at once does none of that, and need not end at the same.
 */
import { isJsonObject, type JsonValue } from '@kubewright/core'
import type { CallName } from './call-name.ts'
import { placeOf, type StateDifference } from './state-difference.ts'

export class Interference {
  /** Whether something was done of which nobody knows what comes of it. */
  #isOpen = false
  /** `ConfigMap default/blog metadata.annotations.note`: fields of theirs on things that are not. */
  readonly #fields = new Set<string>()

  /** Something is done to what is outside. */
  act(): void {
    this.#isOpen = true
  }

  /** @param sent what the user sent @param object what it is called where states are compared; `undefined` if they made it */
  write({ verb, resource }: Pick<CallName, 'verb' | 'resource'>, sent: string, object: string | undefined): void {
    if (resource.includes('/')) this.#isOpen = true
    if (object === undefined || verb.startsWith('delete')) return
    for (const path of leavesOf(sent)) this.#fields.add(`${object} ${path}`)
  }

  /** As it is now. */
  soFar(): Beside {
    const [isOpen, fields] = [this.#isOpen, [...this.#fields]]
    return {
      isOpen,
      explains: (difference) => {
        const { expected, actual } = difference
        if (expected !== undefined && actual !== undefined) return false
        const place = placeOf(difference)
        return fields.some((field) => isWithin(field, place) || isWithin(place, field))
      },
    }
  }
}

/** What a user has done beside declaring. */
export interface Beside {
  readonly isOpen: boolean
  /** Whether a difference is that a field of the user's own is there or not. */
  readonly explains: (difference: StateDifference) => boolean
}

/** The user has only declared. */
export const nothingBeside: Beside = { isOpen: false, explains: () => false }

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`)
}

function leavesOf(sent: string): readonly string[] {
  try {
    return leaves(JSON.parse(sent) as JsonValue, '')
  } catch {
    return [] // a patch in another language
  }
}

function leaves(value: JsonValue, path: string): readonly string[] {
  if (!isJsonObject(value)) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner as JsonValue, path === '' ? key : `${path}.${key}`),
  )
}
