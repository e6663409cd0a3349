import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { configProblem } from './config-problem.ts'

const maps = defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() })

describe('the default export of kubewright.config.ts', () => {
  it.each([
    { name: 'is valid for an operator', given: { name: 'shop', controllers: [maps] }, problem: undefined },
    { name: 'is refused if missing', given: undefined, problem: 'it has no default export' },
    { name: 'is refused if it is a string', given: 'shop', problem: 'its default export is "shop", not an object' },
    { name: 'is refused without a name', given: {}, problem: 'its `name` is missing' },
    {
      name: 'is refused with an invalid namespace',
      given: { name: 'shop', namespace: 'a.b' },
      problem: 'its `namespace` "a.b" must not contain dots',
    },
    {
      name: 'is refused with a value that is not a list',
      given: { name: 'shop', controllers: maps },
      problem: 'its `controllers` is something else, not a list',
    },
    {
      name: 'is refused with a kind that was not made by defineResource',
      given: { name: 'shop', resources: [ConfigMap] },
      problem: '`resources[0]` is something else, not what defineResource returns',
    },
    {
      name: 'is refused with an invalid controller',
      given: { name: 'shop', controllers: [maps, undefined] },
      problem: '`controllers[1]` is missing, not what defineController returns',
    },
  ])('$name', ({ given, problem }) => {
    expect(configProblem(given)).toBe(problem)
  })
})
