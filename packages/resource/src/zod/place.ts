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

/** Schemas nested deeper than this are taken for endless. */
const deepest = 64

export class Place {
  readonly path: string
  readonly #problems: SchemaProblem[]
  /** The schemas we are inside of, outermost first. */
  readonly #ancestors: readonly $ZodType[]

  constructor(path: string, problems: SchemaProblem[] = [], ancestors: readonly $ZodType[] = []) {
    this.path = path
    this.#problems = problems
    this.#ancestors = ancestors
  }

  get problemCount(): number {
    return this.#problems.length
  }

  get problems(): readonly SchemaProblem[] {
    return this.#problems
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

  inside(schema: $ZodType): Place {
    return new Place(this.path, this.#problems, [...this.#ancestors, schema])
  }

  /** Whether `schema` contains itself, as far as anyone can tell. */
  isEndless(schema: $ZodType): boolean {
    return this.#ancestors.includes(schema) || this.#ancestors.length > deepest
  }

  /** Notes a problem and returns a schema to go on with, so that one definition reports all of them. */
  refuse(what: string, instead: string): StructuralSchema {
    const isKnown = this.#problems.some((problem) => problem.path === this.path && problem.what === what)
    if (!isKnown) this.#problems.push({ path: this.path, what, instead })
    return { 'x-kubernetes-preserve-unknown-fields': true }
  }

  #at(path: string): Place {
    return new Place(path, this.#problems, this.#ancestors)
  }
}
