/** A position in a zod schema, and the problems found there that Kubernetes cannot express. */
import type { $ZodType } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'

/** One element of a zod schema that the API server could not enforce. */
export interface SchemaProblem {
  /** `spec.ports[*].name`. */
  readonly path: string
  /** The element, and why it is not supported. */
  readonly what: string
  /** The alternative to use. */
  readonly instead: string
}

/** Schemas that are deeper or have more parts are considered infinite. etcd would not store them either. */
const deepest = 100
const mostParts = 20_000

/** The state shared by all positions of one walk. */
interface Walk {
  readonly problems: SchemaProblem[]
  parts: number
  /** Set when an infinite schema is detected; nothing is visited afterwards. */
  isOver: boolean
}

export class Place {
  readonly path: string
  readonly #walk: Walk
  /** The enclosing schemas, outermost first. */
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

  /** The same position, inside `schemas`. */
  inside(...schemas: readonly $ZodType[]): Place {
    this.#walk.parts++
    return new Place(this.path, this.#walk, [...this.#ancestors, ...schemas])
  }

  /** Whether `schema` contains itself or exceeds the limits. Records that as a problem. */
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

  /** Records a problem and returns a placeholder schema, so that one definition reports all problems. */
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
