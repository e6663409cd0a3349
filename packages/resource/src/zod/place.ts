/** Where in a zod schema we are, and what was found there that Kubernetes cannot express. */
import type { $ZodType } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'

/** One thing in a zod schema that the API server could not enforce. */
export interface SchemaProblem {
  /** `spec.ports[*].name`. */
  readonly path: string
  /** What stands there, and why it will not do. */
  readonly what: string
  /** What to write instead. */
  readonly instead: string
}

/** Schemas deeper, or with more parts, are taken for endless. etcd would not store them either. */
const deepest = 100
const mostParts = 20_000

/** What all places of one walk share. */
interface Walk {
  readonly problems: SchemaProblem[]
  parts: number
  /** Set at the first sign of a schema without end; from then on nothing is looked at. */
  isOver: boolean
}

export class Place {
  readonly path: string
  readonly #walk: Walk
  /** The schemas we are inside of, outermost first. */
  readonly #ancestors: readonly $ZodType[]

  constructor(
    path: string,
    walk: Walk = { problems: [], parts: 0, isOver: false },
    ancestors: readonly $ZodType[] = [],
  ) {
    this.path = path
    this.#walk = walk
    this.#ancestors = ancestors
  }

  get problemCount(): number {
    return this.#walk.problems.length
  }

  get problems(): readonly SchemaProblem[] {
    return this.#walk.problems
  }

  field(key: string): Place {
    const step = /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
    return this.#at(this.path === '' ? key : `${this.path}${step}`)
  }

  /** Any item of a list. */
  item(): Place {
    return this.#at(`${this.path}[*]`)
  }

  /** Any value of a map. */
  entry(): Place {
    return this.#at(`${this.path}.*`)
  }

  /** The same place, seen from inside `schemas`. */
  inside(...schemas: readonly $ZodType[]): Place {
    this.#walk.parts++
    return new Place(this.path, this.#walk, [...this.#ancestors, ...schemas])
  }

  /** Whether `schema` contains itself, or goes on for so long that it might as well. Notes that as a problem. */
  isEndless(schema: $ZodType): boolean {
    const walk = this.#walk
    if (walk.isOver) return true
    const isTooMuch = this.#ancestors.length > deepest || walk.parts > mostParts
    if (!isTooMuch && !this.#ancestors.includes(schema)) return false
    walk.isOver = isTooMuch
    const what = isTooMuch ? 'this type has no end, or far too many parts' : 'this type contains itself'
    this.refuse(what, 'Cut it with preserveUnknown() where it starts over.')
    return true
  }

  /** Notes a problem and returns a schema to go on with, so that one definition reports all of them. */
  refuse(what: string, instead: string): StructuralSchema {
    const { problems } = this.#walk
    const isKnown = problems.some((problem) => problem.path === this.path && problem.what === what)
    if (!isKnown) problems.push({ path: this.path, what, instead })
    return { 'x-kubernetes-preserve-unknown-fields': true }
  }

  #at(path: string): Place {
    return new Place(path, this.#walk, this.#ancestors)
  }
}
