/** Numbers that JSON cannot represent. `JSON.stringify` silently turns them into null. */
import { isJsonObject } from '@kubewright/core/json'

/** Path of the first one, such as `spec.sizeGb`; `undefined` if there is none. */
export function findOddNumber(value: unknown, path = ''): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path
  const members = Array.isArray(value)
    ? value.map((item, index) => [`${path}[${index}]`, item] as const)
    : isJsonObject(value)
      ? Object.entries(value).map(([key, item]) => [path === '' ? key : `${path}.${key}`, item] as const)
      : []
  for (const [place, member] of members) {
    const found = findOddNumber(member, place)
    if (found !== undefined) return found
  }
  return undefined
}
