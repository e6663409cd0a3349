/** `matches`, `find` and `findAll`, with RE2 syntax and bounded time. */
import { compileRe2, Re2SyntaxError, type Spend } from '@kubewright/resource/schema'
import { boolType, type CelType, intType, listType, stringType } from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import { ArrayValue } from '../values/collection.ts'
import type { Value } from '../values/value.ts'
import type { Library, Overload } from './overload.ts'

interface Shape {
  readonly result: CelType
  readonly isMember?: boolean
  readonly hasLimit?: boolean
  /** Prefix of the error for an invalid pattern. */
  readonly preamble?: string
}

type Run = (text: string, pattern: string, options: { readonly spend: Spend; readonly limit: number }) => Value

const isMatch: Run = (text, pattern, { spend }) => compileRe2(pattern).test(text, spend)

/** The leftmost matches, at most `limit` of them; all if `limit` is negative. */
function matchesIn(text: string, pattern: string, limit: number, spend: Spend): readonly string[] {
  const found: string[] = []
  if (limit === 0) return found
  for (const { start, end } of compileRe2(pattern).matches(text, spend)) {
    found.push(text.slice(start, end))
    if (found.length === limit) break
  }
  return found
}

const first: Run = (text, pattern, { spend }) => matchesIn(text, pattern, 1, spend)[0] ?? ''
const all: Run = (text, pattern, { spend, limit }) => new ArrayValue(matchesIn(text, pattern, limit, spend))

const preamble = 'Illegal regex: '
const texts = { result: listType(stringType), isMember: true, preamble }

export const regexes: Library = {
  matches: [
    overload('matches', { result: boolType }, isMatch),
    overload('matches_string', { result: boolType, isMember: true }, isMatch),
  ],
  find: [overload('string_find_string', { result: stringType, isMember: true, preamble }, first)],
  findAll: [
    overload('string_find_all_string', texts, all),
    overload('string_find_all_string_int', { ...texts, hasLimit: true }, all),
  ],
}

function overload(id: string, shape: Shape, run: Run): Overload {
  const { result, isMember = false, hasLimit = false, preamble: before = '' } = shape
  return {
    id,
    isMember,
    args: hasLimit ? [stringType, stringType, intType] : [stringType, stringType],
    result,
    invoke: ([text, pattern, limit = -1n], { spend }) => {
      try {
        return run(text as string, pattern as string, { spend, limit: Number(limit) })
      } catch (error) {
        if (error instanceof Re2SyntaxError) return new CelError(before + error.message)
        throw error
      }
    },
  }
}
