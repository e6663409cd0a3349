/**
 * Validates entries of `grants`: the server accepts any words in a role, so a misspelt verb or a kind in place of a plural is a rule that
 * allows nothing.
 */
import { type Form, form, nearestName } from '@kubewright/core/input'
import type { Grant } from './operator-config.ts'

const { text, choice, listOf, fields } = form

/** Those of the API, and those that RBAC knows besides. Other servers may have more. */
const verbs =
  'get list watch create update patch delete deletecollection bind escalate impersonate use approve sign attest'.split(
    ' ',
  )

/** Words for requests that have another verb in RBAC. */
const otherWords: Readonly<Record<string, string>> = { apply: 'patch', put: 'update', post: 'create' }

const plural = matching(/^[^A-Z]*(\/|$)/, 'a plural in lower case, such as pods or pods/log')
const group = matching(/^[^/]*$/, "a group without its version, such as 'apps', or '' for the core group")

const needed = { group, resource: plural, verbs: listOf(verb), because: text }
const optional = {
  namespace: text,
  name: text,
  cluster: choice('home', 'remote'),
} satisfies Readonly<Record<Exclude<keyof Grant, keyof typeof needed>, Form>>

export const grantForm: Form = fields(needed, optional, 'a grant')

/** Refuses what is probably a misspelt verb. A short word is close to many. */
function verb(value: unknown, name: string): ReturnType<Form> {
  if (typeof value !== 'string') return text(value, name)
  if (value === '*' || verbs.includes(value)) return []
  const word = value.toLowerCase()
  const other = Object.hasOwn(otherWords, word) ? otherWords[word] : undefined
  const near = other ?? nearestName(word, verbs, word.length > 5 ? 2 : 1)
  return near === undefined ? [] : [{ name, why: `is ${JSON.stringify(value)}, did you mean ${near}?` }]
}

function matching(pattern: RegExp, wanted: string): Form {
  return (value, name) => {
    if (typeof value !== 'string') return text(value, name)
    return pattern.test(value) ? [] : [{ name, why: `is ${JSON.stringify(value)}, not ${wanted}` }]
  }
}
