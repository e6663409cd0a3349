/** Validation of paths inside volumes. */
import { invalid } from '../status/field-error.ts'
import type { Problems } from './problems.ts'

export function* withoutBacksteps(path: string, field: string): Problems {
  if (path.split('/').includes('..')) yield invalid(field, path, "must not contain '..'")
}

/** Relative, without `..`. */
export function* descending(path: string, field: string): Problems {
  if (path.startsWith('/')) yield invalid(field, path, 'must be a relative path')
  yield* withoutBacksteps(path, field)
}

/** Like `descending`, but also rejects the names that volumes reserve. */
export function* localPath(path: string, field: string): Problems {
  yield* descending(path, field)
  if (path.startsWith('..') && !path.startsWith('../')) yield invalid(field, path, "must not start with '..'")
}

export const modeText = 'must be a number between 0 and 0777 (octal), both inclusive'

export function* fileMode(mode: number | undefined, field: string): Problems {
  if (mode !== undefined && (mode < 0 || mode > 0o777)) yield invalid(field, mode, modeText)
}
