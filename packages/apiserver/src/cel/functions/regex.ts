/** `matches`, `find` and `findAll`, in Go's dialect and in bounded time. */
import { Re2SyntaxError } from '@kubewright/resource/schema'
import { boolType, intType, listType, stringType } from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import { ArrayValue } from '../values/collection.ts'
import type { Value } from '../values/value.ts'
import { find, findAll, matches, type Spend } from '../regex/regex.ts'
import type { Library, Overload } from './overload.ts'

export const regexes: Library = {
  matches: [
    overload('matches', false, { result: boolType, badPattern: '' }, matches2),
    overload('matches_string', true, { result: boolType, badPattern: '' }, matches2),
  ],
  find: [
    overload(
      'string_find_string',
      true,
      { result: stringType, badPattern: 'Illegal regex: ' },
      ([text, pattern], spend) => find(pattern as string, text as string, spend),
    ),
  ],
  findAll: [findAllOverload('string_find_all_string', false), findAllOverload('string_find_all_string_int', true)],
}

type Run = (args: readonly Value[], spend: Spend) => Value

interface Shape {
  readonly result: Overload['result']
  /** Stands before what is wrong with the pattern. */
  readonly badPattern: string
  readonly hasLimit?: boolean
}

function overload(id: string, isMember: boolean, { result, badPattern, hasLimit }: Shape, run: Run): Overload {
  return {
    id,
    isMember,
    args: hasLimit ? [stringType, stringType, intType] : [stringType, stringType],
    result,
    invoke: (args, { spend }) => {
      try {
        return run(args, spend)
      } catch (error) {
        if (error instanceof Re2SyntaxError) return new CelError(badPattern + error.message)
        throw error
      }
    },
  }
}

function matches2([text, pattern]: readonly Value[], spend: Spend): boolean {
  return matches(pattern as string, text as string, spend)
}

function findAllOverload(id: string, hasLimit: boolean): Overload {
  const shape = { result: listType(stringType), badPattern: 'Illegal regex: ', hasLimit }
  return overload(id, true, shape, ([text, pattern, limit = -1n], spend) => {
    return new ArrayValue(findAll(pattern as string, text as string, Number(limit), spend))
  })
}
