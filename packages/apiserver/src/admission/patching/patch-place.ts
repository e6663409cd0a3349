/** Places in a document: where an operation of a patch reads, puts, inserts and removes. */
import { getOwn, type JsonValue, setOwn } from '@kubewright/core'
import { PatchMisfit } from './patch-misfit.ts'

/** A container that may be changed, and the place in it that an operation is about. */
export interface Place {
  readonly container: Container
  readonly key: string
}

type Container = Record<string, JsonValue> | JsonValue[]

/** Where a path leads in a document of ours; `undefined` if something on the way is not there. */
export function findPlace(document: JsonValue, path: string): Place | undefined {
  const [, ...steps] = path.split('/').map(unescapeStep)
  const key = steps.pop()
  if (key === undefined) return undefined
  let at: JsonValue | undefined = document
  for (const step of steps) at = stepInto(at, step)
  return isContainer(at) ? { container: at, key } : undefined
}

function stepInto(value: JsonValue | undefined, key: string): JsonValue | undefined {
  const next = isContainer(value) ? read({ container: value, key }) : undefined
  return next instanceof PatchMisfit ? undefined : next
}

function isContainer(value: JsonValue | undefined): value is Container & JsonValue {
  return typeof value === 'object' && value !== null
}

function unescapeStep(step: string): string {
  return step.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'))
}

/** Failure: throws `PatchMisfit`. */
export function readOrThrow(place: Place): JsonValue | undefined {
  const found = read(place)
  if (found instanceof PatchMisfit) throw found
  return found
}

export function read({ container, key }: Place): JsonValue | undefined | PatchMisfit {
  if (!Array.isArray(container)) return getOwn(container, key)
  const at = position(key, container.length)
  if (at instanceof PatchMisfit) return at
  return at < container.length ? container[at] : invalidIndex(Number(key))
}

export function put({ container, key }: Place, value: JsonValue): void {
  if (Array.isArray(container)) container[position(key, container.length) as number] = value
  else setOwn(container, key, value)
}

/** Failure: throws `PatchMisfit`. */
export function insert({ container, key }: Place, value: JsonValue): void {
  if (!Array.isArray(container)) return setOwn(container, key, value)
  if (key === '-') return void container.push(value)
  const at = position(key, container.length + 1)
  if (at instanceof PatchMisfit) {
    throw isNumber(key) ? at : new PatchMisfit(`value was not a proper array index: '${key}': ${at.message}`)
  }
  if (at > container.length) throw invalidIndex(Number(key))
  container.splice(at, 0, value)
}

/** Failure: throws `PatchMisfit`. */
export function remove({ container, key }: Place): void {
  if (!Array.isArray(container)) {
    if (!Object.hasOwn(container, key)) {
      throw new PatchMisfit(`Unable to remove nonexistent key: ${key}: missing value`)
    }
    delete container[key]
    return
  }
  const at = position(key, container.length)
  if (at instanceof PatchMisfit) throw at
  if (at >= container.length) throw invalidIndex(Number(key))
  container.splice(at, 1)
}

const isNumber = (key: string) => /^[+-]?\d+$/.test(key)

/** Where a key points in a list; below zero it counts from the end. */
function position(key: string, length: number): number | PatchMisfit {
  if (!isNumber(key)) return new PatchMisfit(`strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`)
  const at = Number(key)
  if (at >= 0) return at
  return at < -length ? invalidIndex(at) : at + length
}

function invalidIndex(at: number): PatchMisfit {
  return new PatchMisfit(`Unable to access invalid index: ${at}: invalid index referenced`)
}
