import { describe, expect, it } from 'vitest'
import type { Draft } from '../../object/draft.ts'
import { statusOf } from '../definition/definition.ts'
import { nextConsequence } from './consequences.ts'

const names = { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' }
const time = '2026-01-01T00:00:00Z'

function definition(spec: object = {}, metadata: object = {}): Draft {
  return {
    kind: 'CustomResourceDefinition',
    apiVersion: 'apiextensions.k8s.io/v1',
    metadata: { name: 'foos.g.example', ...metadata },
    spec: { group: 'g.example', names, versions: [{ name: 'v1' }], ...spec },
    status: {},
  }
}

/** The conditions after each step: `Type=Status Reason`. */
function history(draft: Draft): readonly (readonly string[])[] {
  const seen: string[][] = []
  for (;;) {
    const consequence = nextConsequence(draft, [draft])
    if (consequence === undefined) return seen
    consequence(draft, time)
    seen.push((statusOf(draft).conditions ?? []).map(({ type, status, reason }) => `${type}=${status} ${reason}`))
  }
}

describe('nextConsequence', () => {
  it('accepts the names of a CRD, then establishes it', () => {
    expect(history(definition())).toEqual([
      ['NamesAccepted=True NoConflicts', 'Established=False Installing'],
      ['NamesAccepted=True NoConflicts', 'Established=True InitialNamesAccepted'],
    ])
  })

  it.each([
    ['https://github.com/x', 'True ApprovedAnnotation'],
    ['unapproved, a test', 'False UnapprovedAnnotation'],
    ['whatever', 'False InvalidAnnotation'],
    [undefined, 'False MissingAnnotation'],
  ])('sets the API approval condition of a protected group: %s', (annotation, told) => {
    const annotations = annotation === undefined ? {} : { 'api-approved.kubernetes.io': annotation }
    const draft = definition({ group: 'x.k8s.io' }, { annotations })
    expect(history(draft).at(-1)).toContain(`KubernetesAPIApprovalPolicyConformant=${told}`)
  })

  it('does not establish a CRD whose conversion webhook has an invalid CA bundle', () => {
    const conversion = { strategy: 'Webhook', webhook: { clientConfig: { caBundle: 'Zm9v' } } }
    expect(history(definition({ conversion })).at(-1)).toEqual([
      'NamesAccepted=True NoConflicts',
      'Established=False InvalidCABundle',
    ])
  })

  it('sets NonStructuralSchema while the schema is not structural', () => {
    const draft = definition({ preserveUnknownFields: true })
    expect(history(draft).at(-1)).toContain('NonStructuralSchema=True Violations')
    Object.assign(draft['spec'] as object, { preserveUnknownFields: false })
    expect(history(draft).at(-1)).toEqual(['NamesAccepted=True NoConflicts', 'Established=True InitialNamesAccepted'])
  })
})
