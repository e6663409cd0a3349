/**
 * Validates entries of `grants`. The server accepts any word in a role; a rule with a kind in place of a plural, or with an unknown verb,
 * grants nothing. `kubewright check rbac` warns about verbs that look misspelt.
 */
import { type Form, form } from '@kubewright/core/input'
import type { Grant } from './operator-config.ts'
import { rbacVerbs } from './rbac-verbs.ts'

const { text, choice, listOf, fields } = form

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

/** Verbs of the API are in lower case, and other servers may have any verb. */
function verb(value: unknown, name: string): ReturnType<Form> {
  if (typeof value !== 'string') return text(value, name)
  const word = value.toLowerCase()
  const other = Object.hasOwn(otherWords, word) ? otherWords[word] : undefined
  const meant = other ?? rbacVerbs.find((known) => known === word && known !== value)
  return meant === undefined ? [] : [{ name, why: `is ${JSON.stringify(value)}, did you mean ${meant}?` }]
}

function matching(pattern: RegExp, wanted: string): Form {
  return (value, name) => {
    if (typeof value !== 'string') return text(value, name)
    return pattern.test(value) ? [] : [{ name, why: `is ${JSON.stringify(value)}, not ${wanted}` }]
  }
}
