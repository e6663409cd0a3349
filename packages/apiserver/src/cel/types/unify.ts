/** Which type may stand for which, and what that says about type parameters. */
import { type CelType, dynType, isSameType } from './type.ts'

/** What type parameters stand for so far, by name. */
export type Bindings = ReadonlyMap<string, CelType>

/** The bindings under which every one of `left` may stand for its partner in `right`; `undefined` if there are none. */
export function assign(bindings: Bindings, left: readonly CelType[], right: readonly CelType[]): Bindings | undefined {
  const attempt = new Map(bindings)
  return areAssignable(attempt, left, right) ? attempt : undefined
}

/** The type with everything known put in; the unknown becomes `dyn` if asked. */
export function substitute(bindings: Bindings, type: CelType, unknownAsDyn: boolean): CelType {
  if (type.kind === 'parameter') {
    const bound = bindings.get(type.name)
    if (bound !== undefined) return substitute(bindings, bound, unknownAsDyn)
    return unknownAsDyn ? dynType : type
  }
  if (type.parameters.length === 0) return type
  return { ...type, parameters: type.parameters.map((each) => substitute(bindings, each, unknownAsDyn)) }
}

/** The wider of two types that go together. */
export function widest(left: CelType, right: CelType): CelType {
  return isWiderOrSame(left, right) ? left : right
}

type Attempt = Map<string, CelType>

function areAssignable(attempt: Attempt, left: readonly CelType[], right: readonly CelType[]): boolean {
  return left.length === right.length && left.every((type, index) => isAssignable(attempt, type, right[index]!))
}

function isAssignable(attempt: Attempt, left: CelType, right: CelType): boolean {
  if (right.kind === 'parameter') {
    const outcome = bind(attempt, left, right)
    if (outcome !== 'free') return outcome === 'bound'
  }
  if (left.kind === 'parameter') return bind(attempt, right, left) === 'bound'
  if (isDynOrError(left) || isDynOrError(right)) return true
  if (left.kind === 'null' || right.kind === 'null') return isNullable(left) && isNullable(right)
  if (left.kind !== right.kind) return false
  if (left.kind === 'type') return true
  return left.name === right.name && areAssignable(attempt, left.parameters, right.parameters)
}

/** Tries `type` for a parameter: `bound` now or before, `clash` with what it is, or `free` when it may not be bound. */
function bind(attempt: Attempt, type: CelType, parameter: CelType): 'bound' | 'clash' | 'free' {
  if (isSameType(type, parameter)) return 'bound'
  const known = attempt.get(parameter.name)
  if (known === undefined) {
    if (mentions(attempt, type, parameter)) return 'free'
    attempt.set(parameter.name, type)
    return 'bound'
  }
  if (isSameType(type, known)) return 'bound'
  if (!isAssignable(attempt, type, known)) return 'clash'
  const wider = widest(type, known)
  if (!mentions(attempt, wider, parameter)) attempt.set(parameter.name, wider)
  return 'bound'
}

function mentions(attempt: Attempt, within: CelType, parameter: CelType): boolean {
  if (isSameType(parameter, within)) return true
  if (within.kind !== 'parameter') return within.parameters.some((each) => mentions(attempt, each, parameter))
  const bound = attempt.get(within.name)
  return bound !== undefined && mentions(attempt, bound, parameter)
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

/** Structs, times and opaque values may be null; numbers, texts and collections may not. */
function isNullable({ kind }: CelType): boolean {
  return kind === 'null' || ['opaque', 'struct', 'duration', 'timestamp'].includes(kind)
}
