/** Names, labels and label keys are validated as by kube-apiserver, with the same messages. */
import { type NameRule, nameProblems } from '@kubewright/core/object'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { forMany } from './agreement.ts'
import { anythingDefinition, tryCreate } from './custom-resource.ts'
import { openRealApi } from './real-server.ts'

const api = openRealApi()
afterAll(() => api[Symbol.dispose]())

const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '0', '9', '-', '.', '_', 'A', '/', '%', 'ä', ' '), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', '0', '-', '.'), maxLength: 8 }),
  fc
    .tuple(fc.constantFrom(62, 63, 64, 252, 253, 254), fc.constantFrom('', '.', 'Ä'))
    .map(([length, end]) => 'a'.repeat(length) + end),
)

/** A place where the server applies a rule to a text. */
interface Place {
  readonly rule: NameRule
  readonly collection: string
  readonly field: string
  readonly object: (text: string) => object
}

const atOnce = 8
const configMaps = '/api/v1/namespaces/default/configmaps'

const places: readonly Place[] = [
  {
    rule: 'dns1123Subdomain',
    collection: configMaps,
    field: 'metadata.name',
    object: (name) => ({ metadata: { name } }),
  },
  {
    rule: 'dns1123Label',
    collection: '/api/v1/namespaces',
    field: 'metadata.name',
    object: (name) => ({ metadata: { name } }),
  },
  {
    rule: 'dns1035Label',
    collection: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    field: 'spec.names.singular',
    object: (singular) => anythingDefinition('names.example.dev', { singular }),
  },
  {
    rule: 'labelValue',
    collection: configMaps,
    field: 'metadata.labels',
    object: (value) => ({ metadata: { name: 'any', labels: { any: value } } }),
  },
  {
    rule: 'qualifiedName',
    collection: configMaps,
    field: 'metadata.labels',
    object: (key) => ({ metadata: { name: 'any', labels: { [key]: 'any' } } }),
  },
]

it.each(places)(
  'name validation by the rule $rule gives the same messages as kube-apiserver',
  async ({ rule, collection, field, object }) => {
    // A missing name has another message, and a missing singular is defaulted.
    const given = field === 'metadata.labels' ? anyName : anyName.filter((text) => text !== '')

    const check = async (text: string) => {
      const answer = await tryCreate(api, collection, object(text))
      const theirs = answer.accepted ? [] : answer.causes.filter((cause) => cause.field === field)
      const ours = nameProblems(rule, text)
      // Definitions put all that is wrong with a name into one problem.
      const grouped = rule === 'dns1035Label' && ours.length > 0 ? [ours.join(',')] : ours
      const wanted = grouped.map((problem) => `Invalid value: ${JSON.stringify(text)}: ${problem}`)
      expect(theirs.map(({ message }) => message)).toEqual(wanted)
    }
    // Several at once: a busy machine is slow to answer each.
    const several = fc.array(given, { minLength: atOnce, maxLength: atOnce })
    await forMany(several, async (texts) => void (await Promise.all(texts.map(check))), 200 / atOnce)
  },
)
