/** Finds duplicate keys of objects, which JSON allows, `JSON.parse` hides and the server reports. */
import { goQuote } from '@kubewright/core/go'
import { maxErrorCharacters } from '../status/response-limit.ts'
import { deepestKept } from './depth-limit.ts'
import { surveyJson } from './json-survey.ts'
import { code, JsonText, NotJson } from './json-text.ts'
import { formatPath } from './type-mismatch.ts'

/** The server reports no more than this. */
const most = 100

/**
 * Returns errors such as `duplicate field "spec.bar"`, in the order of the text, without repetition.
 *
 * Failure: throws `NotJson` if the text is nested too deeply to be stored.
 *
 * @param text must be JSON
 * @param value the parsed text, if the caller has it
 */
export function findDuplicateFields(text: string, value: unknown = JSON.parse(text)): string[] {
  if (surveyJson(text).members === countMembers(value)) return []
  const search = new Search(new JsonText(text))
  search.value()
  return [...search.found]
}

/**
 * The total number of members in all objects of a value.
 *
 * Failure: throws `NotJson` if the value is nested too deeply to be stored.
 */
export function countMembers(value: unknown): number {
  let count = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestKept) throw new NotJson()
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      const contents: unknown[] = Object.values(one)
      if (!Array.isArray(one)) count += contents.length
      for (const content of contents) if (typeof content === 'object') next.push(content)
    }
    level = next
  }
  return count
}

class Search {
  readonly found = new Set<string>()
  readonly #text: JsonText
  readonly #path: (string | number)[] = []
  #toldCharacters = 0

  constructor(text: JsonText) {
    this.#text = text
  }

  value(): void {
    const next = this.#text.peek()
    if (next === code.open) this.#object()
    else if (next === code.openList) this.#list()
    else this.#text.skip()
  }

  #object(): void {
    const seen = new Set<string>()
    this.#text.enter()
    while (this.#text.peek() !== code.close) {
      if (this.#text.peek() === code.comma) this.#text.take()
      const key = this.#text.key()
      this.#path.push(key)
      if (seen.has(key)) this.#addDuplicate()
      seen.add(key)
      this.value()
      this.#path.pop()
    }
    this.#text.leave()
  }

  #addDuplicate(): void {
    if (this.found.size >= most || this.#toldCharacters > maxErrorCharacters) return
    const error = `duplicate field ${goQuote(formatPath(this.#path))}`
    this.#toldCharacters += error.length
    this.found.add(error)
  }

  #list(): void {
    this.#text.enter()
    for (let index = 0; this.#text.peek() !== code.closeList; index++) {
      if (this.#text.peek() === code.comma) this.#text.take()
      this.#path.push(index)
      this.value()
      this.#path.pop()
    }
    this.#text.leave()
  }
}
