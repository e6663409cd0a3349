/** Compares existing files with the expected ones. */

export interface Difference {
  readonly path: string
  readonly problem: 'is missing' | 'is out of date' | 'does not belong here'
}

export function differencesOf(wanted: ReadonlyMap<string, string>, present: ReadonlyMap<string, string>): Difference[] {
  const paths = [...new Set([...wanted.keys(), ...present.keys()])].sort()
  return paths.flatMap((path): Difference[] => {
    if (!wanted.has(path)) return [{ path, problem: 'does not belong here' }]
    if (!present.has(path)) return [{ path, problem: 'is missing' }]
    return wanted.get(path) === present.get(path) ? [] : [{ path, problem: 'is out of date' }]
  })
}
