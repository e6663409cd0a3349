/**
 * What a user does in a run beside declaring: to things the operator made, to statuses, to what is outside. Whoever declares the
 * same at once does none of that, and need not end at the same.
 */
import { isJsonObject, type JsonValue } from '@kubewright/core'
import type { CallName } from './call-name.ts'
import type { ListedObject } from './listed-objects.ts'
import { placeOf, type StateDifference } from './state-difference.ts'

export class Interference {
  /** Whether something was done of which nobody knows what comes of it. */
  #isOpen = false
  /** `ConfigMap default/blog metadata.annotations.note`: fields of theirs on things that are not. */
  readonly #fields = new Set<string>()
  /** Labels and annotations of theirs on things that are not, by where they are. */
  readonly #notes = new Map<string, Note>()

  /** Something is done to what is outside. */
  act(): void {
    this.#isOpen = true
  }

  /** @param sent what the user sent @param object what they did not make; `undefined` if they did */
  write({ verb, resource }: Pick<CallName, 'verb' | 'resource'>, sent: string, object: Thing | undefined): void {
    if (resource.includes('/')) this.#isOpen = true
    if (object === undefined || verb.startsWith('delete')) return
    const value = parsed(sent)
    for (const path of leaves(value, '')) this.#fields.add(`${object.called} ${path}`)
    if (verb !== 'update') this.#note(value, object) // who updates sends everything, whosever it is
  }

  #note(value: JsonValue, { called, uid }: Thing): void {
    const metadata = isJsonObject(value) && isJsonObject(value['metadata']) ? value['metadata'] : {}
    for (const part of ['labels', 'annotations'] as const) {
      const written = metadata[part]
      for (const [key, text] of Object.entries(isJsonObject(written) ? written : {})) {
        const at = `${uid} ${part} ${key}`
        if (text === null) this.#notes.delete(at)
        else this.#notes.set(at, { called, uid, part, key })
      }
    }
  }

  /** What of theirs is gone from things that are still there: `metadata.labels.team of ConfigMap default/blog`. */
  lost(objects: readonly Pick<ListedObject, 'metadata'>[]): readonly string[] {
    return [...this.#notes.values()].flatMap(({ called, uid, part, key }) => {
      const there = objects.find(({ metadata }) => metadata.uid === uid)?.metadata
      return there === undefined || key in (there[part] ?? {}) ? [] : [`metadata.${part}.${key} of ${called}`]
    })
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

interface Thing {
  /** Where states are compared. */
  readonly called: string
  readonly uid: string
}

interface Note extends Thing {
  readonly part: 'labels' | 'annotations'
  readonly key: string
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

function parsed(sent: string): JsonValue {
  try {
    return JSON.parse(sent) as JsonValue
  } catch {
    return {} // a patch in another language
  }
}

function leaves(value: JsonValue, path: string): readonly string[] {
  if (!isJsonObject(value)) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner as JsonValue, path === '' ? key : `${path}.${key}`),
  )
}
