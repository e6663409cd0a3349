/** Kubernetes version priority: stable before beta before alpha, then by number. */

/**
 * Comparator, newest first.
 *
 * @example
 * ```ts
 * ['v1alpha1', 'v2', 'v1beta1', 'v1', 'foo'].sort(compareVersions) // => ['v2', 'v1', 'v1beta1', 'v1alpha1', 'foo']
 * ```
 */
export function compareVersions(a: string, b: string): number {
  const left = rankOf(a)
  const right = rankOf(b)
  if (left === undefined || right === undefined) {
    if (left === right) return a < b ? -1 : a > b ? 1 : 0
    return left === undefined ? 1 : -1
  }
  const index = left.findIndex((part, at) => part !== right[at])
  return index < 0 ? 0 : right[index]! - left[index]!
}

/** Stability, major, minor; higher is newer. */
function rankOf(version: string): readonly number[] | undefined {
  const [, major, stage, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? []
  if (major === undefined) return undefined
  const stability = stage === undefined ? 2 : stage === 'beta' ? 1 : 0
  return [stability, Number(major), Number(minor ?? 0)]
}
