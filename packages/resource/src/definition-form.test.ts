import { isKubewrightError } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import { defineResource } from './define-resource.ts'

const names = { group: 'web.example.dev', version: 'v1', kind: 'Website', scope: 'Namespaced' }
const right = { ...names, spec: z.object({ image: z.string() }) }
const older = { schema: { spec: z.object({}) }, toStorage: () => ({}), fromStorage: () => ({}) }

/** Defines a resource without type checking, as JavaScript does. */
function failureOf(definition: unknown) {
  try {
    defineResource(definition as never)
  } catch (error) {
    if (isKubewrightError(error)) return { code: error.code, message: error.message, details: error.details }
    throw error
  }
  return undefined
}

describe('defineResource without type checking', () => {
  const mistakes: readonly { name: string; given: unknown; says: string }[] = [
    {
      name: 'undefined',
      given: undefined,
      says: 'Cannot define a resource: the argument is undefined, not a definition',
    },
    { name: 'a list', given: [], says: 'the argument is a list, not a definition' },
    {
      name: 'missing names',
      given: {},
      says: 'group is missing; version is missing; kind is missing; scope is missing',
    },
    {
      name: 'a missing spec',
      given: names,
      says: 'Cannot define the resource Website.web.example.dev: spec is missing',
    },
    { name: 'a missing group', given: { ...right, group: undefined }, says: 'the resource Website: group is missing' },
    { name: 'a kind that is not a string', given: { ...right, kind: 3 }, says: 'kind is a number, not text' },
    { name: 'a scope in the wrong case', given: { ...right, scope: 'cluster' }, says: 'did you mean Cluster?' },
    { name: 'a misspelled scope', given: { ...right, scope: 'Namespace' }, says: 'did you mean Namespaced?' },
    {
      name: 'an unknown scope',
      given: { ...right, scope: 'Global' },
      says: '"Global", not one of Namespaced, Cluster',
    },
    { name: 'a scope that is not a string', given: { ...right, scope: true }, says: 'not one of Namespaced, Cluster' },
    {
      name: 'a misspelled key',
      given: { ...right, shortNmes: ['ws'] },
      says: 'shortNmes is not a key of a definition: did you mean shortNames?',
    },
    {
      name: 'the key of another tool',
      given: { ...right, additionalPrinterColumns: [] },
      says: 'additionalPrinterColumns is not a key of a definition: it has group, version, kind,',
    },
    {
      name: 'a string instead of a list',
      given: { ...right, shortNames: 'ws' },
      says: 'shortNames is text, not a list',
    },
    {
      name: 'conditions that are not strings',
      given: { ...right, conditions: [1] },
      says: 'conditions[0] is a number',
    },
    {
      name: 'a list instead of a map',
      given: { ...right, columns: ['.spec.a'] },
      says: 'columns is a list, not an object',
    },
    { name: 'an undefined column', given: { ...right, columns: { A: null } }, says: 'columns.A is null, not a column' },
    {
      name: 'an unknown column type',
      given: { ...right, columns: { A: { path: '.spec.image', type: 'text' } } },
      says: 'columns.A.type is "text", not one of integer, number, string, boolean, date',
    },
    {
      name: 'a misspelled key of a scale',
      given: { ...right, scale: { spec: '.spec.a', staus: '.status.a' } },
      says: 'scale.status is missing; scale.staus is not a key of a scale: did you mean status?',
    },
    {
      name: 'a misspelled key of a rule',
      given: { ...right, rules: [{ rule: 'true', mesage: 'x' }] },
      says: 'rules[0].mesage is not a key of a rule: did you mean message?',
    },
    {
      name: 'a misspelled key of a version',
      given: { ...right, versions: { v1beta1: { ...older, depricated: true } } },
      says: 'versions.v1beta1.depricated is not a key of a version: did you mean deprecated?',
    },
    {
      name: 'a version without fromStorage',
      given: { ...right, versions: { v1beta1: { ...older, toStorage: undefined } } },
      says: 'versions.v1beta1.toStorage is missing',
    },
    {
      name: 'a version without a schema',
      given: { ...right, versions: { v1beta1: { ...older, schema: z.object({}) } } },
      says: 'versions.v1beta1.schema',
    },
  ]

  it.each(mistakes)('refuses $name', ({ given, says }) => {
    expect(failureOf(given)).toMatchObject({
      code: 'KW_RESOURCE_DEFINITION',
      message: expect.stringContaining(says),
    })
  })

  it('returns the problems as data', () => {
    expect(failureOf({ ...right, scope: 'cluster', shortNmes: [] })?.details).toEqual({
      problems: [
        { name: 'scope', why: 'is "cluster", did you mean Cluster?' },
        { name: 'shortNmes', why: 'is not a key of a definition: did you mean shortNames?' },
      ],
    })
  })

  it('treats a key with the value undefined as absent', () => {
    expect(failureOf({ ...right, plural: undefined, anything: undefined })).toBeUndefined()
  })

  const schemas = [
    { name: 'zod 3', spec: z3.object({}), says: 'spec: this is a schema of zod 3. Use the z of zod 4 throughout' },
    {
      name: 'plain data as a schema',
      spec: { type: 'object' },
      says: 'spec: there is plain data where a zod schema should be',
    },
  ]
  it.each(schemas)('reports $name once, as a schema problem', ({ spec, says }) => {
    const failure = failureOf({ ...names, spec })
    expect(failure?.code).toBe('KW_RESOURCE_SCHEMA')
    expect(failure?.message).toContain('one place in its schema must change')
    expect(failure?.message).toContain(says)
  })
})
