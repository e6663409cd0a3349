import { expect, it } from 'vitest'
import { builtIn } from './built-in.ts'

const facts = { group: 'apps', version: 'v1', kind: 'ReplicaSet', plural: 'replicasets', scope: 'Namespaced' } as const

it('builtIn() defaults singular name, verbs, short names, categories and subresources', () => {
  expect(builtIn(facts)).toEqual({
    ...facts,
    singular: 'replicaset',
    shortNames: [],
    categories: [],
    subresources: [],
    verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  })
})

it('builtIn() keeps explicitly given names, verbs and subresources', () => {
  const particular = {
    ...facts,
    singular: 'set',
    shortNames: ['rs'],
    categories: ['all'],
    subresources: ['scale'],
    verbs: ['create'],
  } as const
  expect(builtIn(particular)).toEqual(particular)
})
