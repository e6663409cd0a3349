/**
 * Go's regular expressions (RE2). The API server compiles every `pattern` with Go, so this is the language of patterns: no look-around,
 * no back-references, `(?i)` and `\z` instead.
 *
 * Guarantees: accepts the texts Go accepts, in time at most proportional to text times pattern. JavaScript's own engine backtracks, and
 * hostile input can make it run for years.
 */
import { type Automaton, buildAutomaton } from './re2-automaton.ts'
import { Re2Matcher, type Spend } from './re2-matcher.ts'
import { parsePattern } from './re2-parser.ts'
import { type Re2Match, Re2Search } from './re2-search.ts'
import { Re2SyntaxError } from './re2-syntax-error.ts'

/** A compiled pattern. Every method takes a function that is charged for each step and may throw to abort. */
export class Re2 {
  /** Memory size, in arbitrary units. */
  readonly size: number
  readonly #automaton: Automaton
  readonly #matcher: Re2Matcher

  constructor(pattern: string) {
    this.#automaton = buildAutomaton(parsePattern(pattern), pattern)
    this.#matcher = new Re2Matcher(this.#automaton)
    this.size = this.#automaton.instructions.length + pattern.length
  }

  /** Whether it matches anywhere in `text`. */
  test(text: string, spend?: Spend): boolean {
    return this.#matcher.test(text, spend)
  }

  /** The matches, from left to right. Lazy, so that the caller can stop early. */
  matches(text: string, spend?: Spend): Iterable<Re2Match> {
    return new Re2Search(this.#automaton, text, spend).matches()
  }
}

/** The total size of the pattern cache. */
const mostSize = 500_000

/** Recently compiled patterns, or their syntax errors. Oldest first. */
const compiled = new Map<string, Re2 | Re2SyntaxError>()
let compiledSize = 0

/**
 * Compiles a Go pattern; memoized by its text.
 *
 * @example
 * ```ts
 * compileRe2('(?i)^[[:alpha:]]+\\z').test('Blog') // => true
 * ```
 *
 * Failure: throws `Re2SyntaxError` with Go's message, for instance for `(?=a)`.
 */
export function compileRe2(pattern: string): Re2 {
  const found = compiled.get(pattern) ?? remember(pattern, compile(pattern))
  if (found instanceof Re2SyntaxError) throw found
  return found
}

/** Why Go would not compile `pattern`; `undefined` if it would. */
export function re2Problem(pattern: string): string | undefined {
  const found = compiled.get(pattern) ?? remember(pattern, compile(pattern))
  return found instanceof Re2SyntaxError ? found.message : undefined
}

function compile(pattern: string): Re2 | Re2SyntaxError {
  try {
    return new Re2(pattern)
  } catch (error) {
    if (error instanceof Re2SyntaxError) return error
    throw error
  }
}

function remember(pattern: string, result: Re2 | Re2SyntaxError): Re2 | Re2SyntaxError {
  compiled.set(pattern, result)
  compiledSize += sizeOf(pattern, result)
  for (const [oldest, old] of compiled) {
    if (compiledSize <= mostSize || oldest === pattern) break
    compiled.delete(oldest)
    compiledSize -= sizeOf(oldest, old)
  }
  return result
}

/** The message of a syntax error quotes the pattern. */
function sizeOf(pattern: string, result: Re2 | Re2SyntaxError): number {
  return result instanceof Re2SyntaxError ? 2 * pattern.length + 100 : result.size + 100
}
