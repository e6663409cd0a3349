/** An immutable set of paths, as a tree. */
import { compareElements } from './path-element.ts'

export class FieldSet {
  /** Path elements that are in the set themselves. */
  readonly #members: ReadonlySet<string>
  /** Path elements with nested paths; never an empty set. */
  readonly #children: ReadonlyMap<string, FieldSet>

  static readonly empty = new FieldSet(new Set(), new Map())

  private constructor(members: ReadonlySet<string>, children: ReadonlyMap<string, FieldSet>) {
    this.#members = members
    this.#children = children
  }

  /** A set from its parts; empty children are dropped. */
  static of(members: Iterable<string>, children: Iterable<readonly [string, FieldSet]> = []): FieldSet {
    const kept = new Map<string, FieldSet>()
    for (const [element, child] of children) if (!child.isEmpty) kept.set(element, child)
    const set = new FieldSet(new Set(members), kept)
    return set.isEmpty ? FieldSet.empty : set
  }

  /** The same, taking ownership of the parts. No child may be empty. */
  static fromOwn(members: Set<string>, children: Map<string, FieldSet>): FieldSet {
    return members.size === 0 && children.size === 0 ? FieldSet.empty : new FieldSet(members, children)
  }

  static fromPaths(paths: Iterable<readonly string[]>): FieldSet {
    const builder = new FieldSetBuilder()
    for (const path of paths) builder.add(path)
    return builder.build()
  }

  get isEmpty(): boolean {
    return this.#members.size === 0 && this.#children.size === 0
  }

  hasMember(element: string): boolean {
    return this.#members.has(element)
  }

  /** Whether an element has nested paths. */
  leadsOn(element: string): boolean {
    return this.#children.has(element)
  }

  /** The subset below an element. */
  below(element: string): FieldSet {
    return this.#children.get(element) ?? FieldSet.empty
  }

  has(path: readonly string[]): boolean {
    const [first, ...rest] = path
    if (first === undefined) return false
    return rest.length === 0 ? this.hasMember(first) : this.below(first).has(rest)
  }

  union(other: FieldSet): FieldSet {
    if (other.isEmpty || this === other) return this
    if (this.isEmpty) return other
    const children = new Map(this.#children)
    for (const [element, child] of other.#children) children.set(element, this.below(element).union(child))
    return FieldSet.of([...this.#members, ...other.#members], children)
  }

  /** The set without the other's members. Paths below a removed member stay, unless they are members of the other too. */
  difference(other: FieldSet): FieldSet {
    if (other.isEmpty || this.isEmpty) return this
    return FieldSet.of(
      [...this.#members].filter((element) => !other.#members.has(element)),
      [...this.#children].map(([element, child]) => [element, child.difference(other.below(element))] as const),
    )
  }

  /** The set without the other's members and everything below them. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (other.isEmpty || this.isEmpty) return this
    return FieldSet.of(
      [...this.#members].filter((element) => !other.#members.has(element)),
      [...this.#children]
        .filter(([element]) => !other.#members.has(element))
        .map(([element, child]) => [element, child.recursiveDifference(other.below(element))] as const),
    )
  }

  intersection(other: FieldSet): FieldSet {
    if (this.isEmpty || other.isEmpty) return FieldSet.empty
    return FieldSet.of(
      [...this.#members].filter((element) => other.#members.has(element)),
      [...this.#children].map(([element, child]) => [element, child.intersection(other.below(element))] as const),
    )
  }

  equals(other: FieldSet): boolean {
    if (this === other) return true
    if (this.#members.size !== other.#members.size || this.#children.size !== other.#children.size) return false
    for (const element of this.#members) if (!other.#members.has(element)) return false
    for (const [element, child] of this.#children) if (!child.equals(other.below(element))) return false
    return true
  }

  /** All elements at this level, in storage order. */
  elements(): readonly string[] {
    const all = [...this.#members]
    for (const element of this.#children.keys()) if (!this.#members.has(element)) all.push(element)
    // Usually sorted already, since objects are written in order.
    return isSorted(all) ? all : all.sort(compareElements)
  }

  /** All paths, in the order of messages: those at this level, then those below. */
  *paths(): IterableIterator<readonly string[]> {
    const elements = this.elements()
    for (const element of elements) if (this.hasMember(element)) yield [element]
    for (const element of elements) for (const path of this.below(element).paths()) yield [element, ...path]
  }
}

function isSorted(elements: readonly string[]): boolean {
  for (let at = 1; at < elements.length; at++) if (compareElements(elements[at - 1]!, elements[at]!) > 0) return false
  return true
}

/** Builds a set from paths. `build` hands over its internals, so the builder must not be used afterwards. */
export class FieldSetBuilder {
  readonly #members = new Set<string>()
  readonly #children = new Map<string, FieldSetBuilder>()

  add(path: readonly string[], depth = 0): void {
    const element = path[depth]
    if (element === undefined) return
    if (depth === path.length - 1) this.#members.add(element)
    else this.#child(element).add(path, depth + 1)
  }

  build(): FieldSet {
    const children = new Map<string, FieldSet>()
    for (const [element, child] of this.#children) children.set(element, child.build())
    return FieldSet.fromOwn(this.#members, children)
  }

  #child(element: string): FieldSetBuilder {
    let child = this.#children.get(element)
    if (child === undefined) this.#children.set(element, (child = new FieldSetBuilder()))
    return child
  }
}
