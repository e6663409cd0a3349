import { expect, it } from 'vitest'
import { describeOperator } from '../project/project-description.ts'
import { misspeltVerbs } from './misspelt-verbs.ts'

const pods = { group: '', resource: 'pods', because: 'reads pods' }

it('warns of verbs in grants that are nearly those of the API', () => {
  const grants = [{ ...pods, verbs: ['get', 'gett', 'promote', '*'] }]
  expect(misspeltVerbs(describeOperator({ name: 'shop', grants }))).toEqual([
    {
      check: 'rbac',
      level: 'warning',
      subject: 'gett pods',
      text: 'is granted (reads pods), and Kubernetes has no verb gett',
      next: 'Did you mean get? If the server of this resource has the verb, ignore this.',
    },
  ])
})

it('warns once of a verb that is granted in several namespaces and clusters', () => {
  const grants = [
    { ...pods, verbs: ['esclate'], namespace: 'a' },
    { ...pods, verbs: ['esclate'], namespace: 'b' },
    { ...pods, verbs: ['esclate'], cluster: 'remote' as const },
  ]
  const warnings = misspeltVerbs(describeOperator({ name: 'shop', grants, clusters: {} }))
  expect(warnings.map(({ subject }) => subject)).toEqual(['esclate pods'])
})
