import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from './define-resource.ts'

/** A kind with an older version whose conversion function returns the wrong thing. */
function kindWith(toStorage: () => unknown) {
  return defineResource({
    group: 'web.example.dev',
    version: 'v1',
    kind: 'Page',
    scope: 'Namespaced',
    spec: z.object({ title: z.string() }),
    versions: {
      v1alpha1: {
        schema: { spec: z.object({ name: z.string() }) },
        toStorage: toStorage as never,
        fromStorage: ({ spec }) => ({ spec: { name: spec.title } }),
      },
    },
  })
}

const old = { apiVersion: 'web.example.dev/v1alpha1', kind: 'Page', metadata: { name: 'a' }, spec: { name: 'b' } }

describe('converting with a faulty conversion function', () => {
  it.each([
    { name: 'an async function', toStorage: async () => ({ spec: { title: 'b' } }), why: /is async/ },
    { name: 'a function that returns nothing', toStorage: () => undefined, why: /returned no spec/ },
    { name: 'a function that returns no spec', toStorage: () => ({}), why: /returned no spec/ },
  ])('refuses $name', ({ toStorage, why }) => {
    expect(() => kindWith(toStorage).convert(old, 'v1')).toThrow(
      expect.objectContaining({ code: 'KW_RESOURCE_CONVERT', message: expect.stringMatching(why) as unknown }),
    )
  })
})
