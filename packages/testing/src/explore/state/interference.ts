/**
 * The user's actions in a run other than declaring objects: on the operator's objects, on statuses, on external services. A run that only
 * declares the same objects lacks them, and need not end in the same state.
 * See decision 0228.
 */
import { isJsonObject, type JsonValue } from '@kubewright/core/json'
import type { CallName } from '../../requests/call-name.ts'
import type { ListedObject } from './listed-objects.ts'
import { placeOf, type StateDifference } from './state-difference.ts'

export class Interference {
  /** Whether there was an action with unknown consequences. */
  #isOpen = false
  /** Fields that the user wrote on objects of others: `ConfigMap default/blog metadata.annotations.note`. */
  readonly #fields = new Set<string>()
  /** Labels and annotations that the user wrote on objects of others, by place. */
  readonly #notes = new Map<string, Note>()

  /** Records an action on an external service. */
  act(): void {
    this.#isOpen = true
  }

  /** @param sent the request body @param object the object, if the user did not create it */
  write({ verb, resource }: Pick<CallName, 'verb' | 'resource'>, sent: string, object: Thing | undefined): void {
    const isOwnScale = object === undefined && resource.endsWith('/scale') // a field of the declaration
    if (resource.includes('/') && !isOwnScale) this.#isOpen = true
    if (object === undefined || verb.startsWith('delete')) return
    const value = parsed(sent)
    for (const path of leaves(value, '')) this.#fields.add(`${object.called} ${path}`)
    if (verb !== 'update') this.#note(value, object) // an update sends all fields, also those of other writers
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

  /** The user's labels and annotations that are gone from existing objects: `metadata.labels.team of ConfigMap default/blog`. */
  lost(objects: readonly Pick<ListedObject, 'metadata'>[]): readonly string[] {
    return [...this.#notes.values()].flatMap(({ called, uid, part, key }) => {
      const there = objects.find(({ metadata }) => metadata.uid === uid)?.metadata
      return there === undefined || key in (there[part] ?? {}) ? [] : [`metadata.${part}.${key} of ${called}`]
    })
  }

  /** A snapshot. */
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
  /** The object's key in compared states. */
  readonly called: string
  readonly uid: string
}

interface Note extends Thing {
  readonly part: 'labels' | 'annotations'
  readonly key: string
}

/** The user's actions other than declaring objects. */
export interface Beside {
  readonly isOpen: boolean
  /** Whether the difference is the presence of a field that the user wrote. */
  readonly explains: (difference: Omit<StateDifference, 'fields'>) => boolean
}

/** The user has only declared objects. */
export const nothingBeside: Beside = { isOpen: false, explains: () => false }

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`)
}

function parsed(sent: string): JsonValue {
  try {
    return JSON.parse(sent) as JsonValue
  } catch {
    return {} // not a JSON patch
  }
}

function leaves(value: JsonValue, path: string): readonly string[] {
  if (!isJsonObject(value)) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner as JsonValue, path === '' ? key : `${path}.${key}`),
  )
}
