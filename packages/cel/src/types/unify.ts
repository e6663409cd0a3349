/** Assignability of types, and the bindings of type parameters that follow from it. */
import { type CelType, dynType, isSameType } from './type.ts'

/** The current bindings of type parameters. */
export class Bindings {
  readonly #types = new Map<string, CelType>()
  /** The bindings of the current attempt, for rollback. */
  #journal: { readonly name: string; readonly before: CelType | undefined }[] = []

  get(name: string): CelType | undefined {
    return this.#types.get(name)
  }

  set(name: string, type: CelType): void {
    this.#journal.push({ name, before: this.#types.get(name) })
    this.#types.set(name, type)
  }

  /** Binds type parameters so that each type in `left` is assignable to its counterpart in `right`; binds none on failure. */
  assign(left: readonly CelType[], right: readonly CelType[]): boolean {
    this.#journal = []
    const isPossible = areAssignable(this, left, right)
    if (!isPossible) this.#undo()
    return isPossible
  }

  #undo(): void {
    for (const { name, before } of this.#journal.reverse()) {
      if (before === undefined) this.#types.delete(name)
      else this.#types.set(name, before)
    }
  }
}

/** Replaces bound type parameters; unbound ones become `dyn` if `unknownAsDyn` is set. */
export function substitute(bindings: Bindings, type: CelType, unknownAsDyn: boolean): CelType {
  if (type.kind === 'parameter') {
    const bound = bindings.get(type.name)
    if (bound !== undefined) return substitute(bindings, bound, unknownAsDyn)
    return unknownAsDyn ? dynType : type
  }
  if (type.parameters.length === 0) return type
  return { ...type, parameters: type.parameters.map((each) => substitute(bindings, each, unknownAsDyn)) }
}

/** The wider of two compatible types. */
export function widest(left: CelType, right: CelType): CelType {
  return isWiderOrSame(left, right) ? left : right
}

function areAssignable(bindings: Bindings, left: readonly CelType[], right: readonly CelType[]): boolean {
  return left.length === right.length && left.every((type, index) => isAssignable(bindings, type, right[index]!))
}

function isAssignable(bindings: Bindings, left: CelType, right: CelType): boolean {
  if (right.kind === 'parameter') {
    const outcome = bind(bindings, left, right)
    if (outcome !== 'free') return outcome === 'bound'
  }
  if (left.kind === 'parameter') return bind(bindings, right, left) === 'bound'
  if (isDynOrError(left) || isDynOrError(right)) return true
  if (left.kind === 'null' || right.kind === 'null') return isNullable(left) && isNullable(right)
  if (left.kind !== right.kind) return false
  if (left.kind === 'type') return true
  return left.name === right.name && areAssignable(bindings, left.parameters, right.parameters)
}

/** Tries to bind a parameter: `bound` now or before, `clash` with its binding, or `free` if it may not be bound. */
function bind(bindings: Bindings, type: CelType, parameter: CelType): 'bound' | 'clash' | 'free' {
  if (isSameType(type, parameter)) return 'bound'
  const known = bindings.get(parameter.name)
  if (known === undefined) {
    if (mentions(bindings, type, parameter)) return 'free'
    bindings.set(parameter.name, type)
    return 'bound'
  }
  if (isSameType(type, known)) return 'bound'
  if (!isAssignable(bindings, type, known)) return 'clash'
  const wider = widest(type, known)
  if (!mentions(bindings, wider, parameter)) bindings.set(parameter.name, wider)
  return 'bound'
}

function mentions(bindings: Bindings, within: CelType, parameter: CelType): boolean {
  if (isSameType(parameter, within)) return true
  if (within.kind !== 'parameter') return within.parameters.some((each) => mentions(bindings, each, parameter))
  const bound = bindings.get(within.name)
  return bound !== undefined && mentions(bindings, bound, parameter)
}

function isWiderOrSame(left: CelType, right: CelType): boolean {
  if (left.kind === 'dyn' || left.kind === 'parameter') return true
  if (right.kind === 'dyn' || right.kind === 'parameter') return false
  if (left.kind !== right.kind) return false
  if (left.kind === 'type') return true
  if (left.parameters.length === 0) return isSameType(left, right)
  return (
    left.name === right.name &&
    left.parameters.length === right.parameters.length &&
    left.parameters.every((each, index) => isWiderOrSame(each, right.parameters[index]!))
  )
}

export function isDynOrError({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'error'
}

/** Structs, times and opaque values are nullable; numbers, strings and collections are not. */
function isNullable({ kind }: CelType): boolean {
  return kind === 'null' || ['opaque', 'struct', 'duration', 'timestamp'].includes(kind)
}
