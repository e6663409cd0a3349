import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { configProblem } from './config-problem.ts'

const maps = defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() })

describe('a configuration', () => {
  it.each([
    { name: 'is an operator', given: { name: 'shop', controllers: [maps] }, problem: undefined },
    { name: 'is missing', given: undefined, problem: 'it has no default export' },
    { name: 'is text', given: 'shop', problem: 'its default export is "shop", not an object' },
    { name: 'has no name', given: {}, problem: 'its `name` is missing' },
    {
      name: 'has a bad namespace',
      given: { name: 'shop', namespace: 'a.b' },
      problem: 'its `namespace` "a.b" must not contain dots',
    },
    {
      name: 'has no list',
      given: { name: 'shop', controllers: maps },
      problem: 'its `controllers` is something else, not a list',
    },
    {
      name: 'has a kind that is not defined here',
      given: { name: 'shop', resources: [ConfigMap] },
      problem: '`resources[0]` is something else, not what defineResource returns',
    },
    {
      name: 'has a controller that is none',
      given: { name: 'shop', controllers: [maps, undefined] },
      problem: '`controllers[1]` is missing, not what defineController returns',
    },
  ])('$name', ({ given, problem }) => {
    expect(configProblem(given)).toBe(problem)
  })
})
