/** Semantic versions: `semver('1.2.3').isLessThan(semver('2.0.0'))`. */
import { boolType, intType, stringType, structType } from '../types/type.ts'
import { CelError, isCelError } from '../values/cel-error.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { fn, type Library, method } from './overload.ts'

const semverType = structType('kubernetes.Semver')

class SemverValue extends OpaqueValue {
  readonly type = semverType
  readonly numbers: readonly bigint[]
  readonly prerelease: readonly string[]

  constructor(numbers: readonly bigint[], prerelease: readonly string[]) {
    super()
    this.numbers = numbers
    this.prerelease = prerelease
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof SemverValue && this.compareTo(other) === 0n
  }

  compareTo(other: SemverValue): bigint {
    for (const [index, number] of this.numbers.entries()) {
      if (number !== other.numbers[index]!) return number < other.numbers[index]! ? -1n : 1n
    }
    return comparePrereleases(this.prerelease, other.prerelease)
  }
}

type Pair = [SemverValue, SemverValue]
const pair = [semverType, semverType]

export const semvers: Library = {
  semver: [
    fn<[string]>('string_to_semver', [stringType], semverType, parse),
    fn<[string, boolean]>('string_bool_to_semver', [stringType, boolType], semverType, (text, isLax) =>
      isLax ? parseLax(text) : parse(text),
    ),
  ],
  isSemver: [
    fn<[string]>('is_semver_string', [stringType], boolType, (text) => !isCelError(parse(text))),
    fn<[string, boolean]>(
      'is_semver_string_bool',
      [stringType, boolType],
      boolType,
      (text, isLax) => !isCelError(isLax ? parseLax(text) : parse(text)),
    ),
  ],
  isGreaterThan: [method<Pair>('semver_is_greater_than', pair, boolType, (x, y) => x.compareTo(y) > 0n)],
  isLessThan: [method<Pair>('semver_is_less_than', pair, boolType, (x, y) => x.compareTo(y) < 0n)],
  compareTo: [method<Pair>('semver_compare_to', pair, intType, (x, y) => x.compareTo(y))],
  major: [number('semver_major', 0)],
  minor: [number('semver_minor', 1)],
  patch: [number('semver_patch', 2)],
}

function number(id: string, index: number) {
  return method<[SemverValue]>(id, [semverType], intType, ({ numbers }) => numbers[index]!)
}

const names = ['major', 'minor', 'patch']

function parse(text: string): SemverValue | CelError {
  if (text === '') return new CelError('Version string empty')
  const [core, rest = ''] = splitAt(text, /[+-]/)
  const parts = splitLimited(core)
  if (parts.length !== 3) return new CelError('No Major.Minor.Patch elements found')
  for (const [index, part] of parts.entries()) {
    const name = names[index]!
    const shown = JSON.stringify(part)
    if (!/^\d+$/.test(part)) {
      const what = `Invalid character(s) found in ${name} number ${shown}`
      return new CelError(what)
    }
    if (part.length > 1 && part.startsWith('0')) {
      return new CelError(`${name[0]!.toUpperCase()}${name.slice(1)} number must not contain leading zeroes ${shown}`)
    }
  }
  return withSuffix(parts.map(BigInt), rest)
}

function withSuffix(numbers: readonly bigint[], rest: string): SemverValue | CelError {
  const [prereleaseText, build] = rest.startsWith('-') ? splitAt(rest.slice(1), /\+/) : ['', rest]
  const prerelease = rest.startsWith('-') ? prereleaseText.split('.') : []
  for (const part of prerelease) {
    if (part === '') return new CelError('Prerelease is empty')
    if (!/^[0-9A-Za-z-]+$/.test(part)) {
      return new CelError(`Invalid character(s) found in prerelease ${JSON.stringify(part)}`)
    }
    if (/^0\d+$/.test(part)) {
      return new CelError(`Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(part)}`)
    }
  }
  for (const part of build === undefined || build === '' ? [] : build.slice(1).split('.')) {
    if (part === '') return new CelError('Build meta data is empty')
    if (!/^[0-9A-Za-z-]+$/.test(part)) {
      return new CelError(`Invalid character(s) found in build meta data ${JSON.stringify(part)}`)
    }
  }
  return new SemverValue(numbers, prerelease)
}

/** Also accepts `v1.2` and `01.2.3`. */
function parseLax(text: string): SemverValue | CelError {
  const parts = splitLimited(text.replace(/^v/, '')).map((part) => {
    if (part.length < 2) return part
    const trimmed = part.replace(/^0+/, '')
    return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`
  })
  if (parts.length < 3 && /[+-]/.test(parts.at(-1)!)) {
    return new CelError('short version cannot contain PreRelease/Build meta data')
  }
  while (parts.length < 3) parts.push('0')
  return parse(parts.join('.'))
}

/** At most three parts; the third keeps its dots. */
function splitLimited(text: string): string[] {
  const parts = text.split('.')
  return parts.length <= 3 ? parts : [...parts.slice(0, 2), parts.slice(2).join('.')]
}

function splitAt(text: string, mark: RegExp): [string, string | undefined] {
  const at = text.search(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at)]
}

/** A release sorts after its prereleases; numeric identifiers sort before alphanumeric ones. */
function comparePrereleases(left: readonly string[], right: readonly string[]): bigint {
  if (left.length === 0 || right.length === 0) return BigInt(Number(left.length === 0) - Number(right.length === 0))
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = comparePart(left[index]!, right[index]!)
    if (order !== 0n) return order
  }
  return BigInt(Math.sign(left.length - right.length))
}

function comparePart(left: string, right: string): bigint {
  const [isLeftNumber, isRightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)]
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1n : 1n
  const [a, b] = isLeftNumber ? [BigInt(left), BigInt(right)] : [left, right]
  return a === b ? 0n : a < b ? -1n : 1n
}
