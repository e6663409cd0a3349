/** Versions that are not listed: the requested one and those in the status. Pure. */
import type { StackStatus } from '../status.ts'
import type { StackVersion } from './stack-version.ts'
import type { StackVersions } from './upgrade-path.ts'

/** Each version is reachable from every older one. */
export function openVersions(
  wanted: string | undefined,
  { version, upgrade }: Pick<StackStatus, 'version' | 'upgrade'>,
  how: StackVersion,
): StackVersions | undefined {
  const named = [version, upgrade?.from, upgrade?.to, wanted].filter((name) => name !== undefined)
  if (named.length === 0) return undefined
  const known = [...new Set(named)]
  return Object.fromEntries(
    known.map((name) => [name, { ...how, from: known.filter((other) => other !== name && mayFollow(other, name)) }]),
  )
}

/** Whether an upgrade may go from one version to the other. Names that are not versions, such as `edge`, have no order. */
function mayFollow(older: string, newer: string): boolean {
  const [left, right] = [partsOf(older), partsOf(newer)]
  return left === undefined || right === undefined || compareParts(left, right) <= 0
}

interface Parts {
  readonly numbers: readonly number[]
  /** The pre-release: `dev` of `1.0.8-dev`. */
  readonly preview: readonly (number | string)[]
}

function partsOf(version: string): Parts | undefined {
  const [, numbers, preview] =
    /^v?(\d{1,9}(?:\.\d{1,9}){0,7})(?:-([0-9A-Za-z.-]{1,100}))?(?:\+.*)?$/.exec(version) ?? []
  if (numbers === undefined) return undefined
  const words = preview === undefined ? [] : preview.split('.')
  return {
    numbers: numbers.split('.').map(Number),
    preview: words.map((word) => (/^\d{1,9}$/.test(word) ? Number(word) : word)),
  }
}

function compareParts(left: Parts, right: Parts): number {
  const length = Math.max(left.numbers.length, right.numbers.length)
  for (let at = 0; at < length; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  return comparePreviews(left.preview, right.preview)
}

/** A release is newer than its pre-releases; numeric identifiers precede alphanumeric ones. */
function comparePreviews(left: Parts['preview'], right: Parts['preview']): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length
  for (const [at, one] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    if (one === other) continue
    if (typeof one === 'number' && typeof other === 'number') return one - other
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
    return one < other ? -1 : 1
  }
  return left.length - right.length
}
