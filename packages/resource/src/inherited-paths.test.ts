import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from './define-resource.ts'

const columns = { Schedule: '.spec.schedule', Ready: '.status.ready', Note: '.spec.note' }

function define(more: object = {}) {
  return defineResource({
    group: 'a.example.dev',
    version: 'v1',
    kind: 'A',
    scope: 'Namespaced',
    spec: z.object({ schedule: z.string(), note: z.string(), replicas: z.int() }),
    status: z.object({ ready: z.int().optional() }),
    columns,
    scale: { spec: '.spec.replicas', status: '.status.ready' },
    selectableFields: ['.spec.note', '.spec.schedule'],
    versions: {
      v2: {
        schema: { spec: z.object({ schedule: z.object({ hour: z.string() }), replicas: z.int() }) },
        toStorage: ({ spec }) => ({ spec: { schedule: spec.schedule.hour, note: '', replicas: spec.replicas } }),
        fromStorage: ({ spec }) => ({ spec: { schedule: { hour: spec.schedule }, replicas: spec.replicas } }),
        ...more,
      },
    },
  })
}

const second = (resource: ReturnType<typeof define>) =>
  resource.crd({ conversion: 'none' }).spec.versions.find(({ name }) => name === 'v2')!
const names = (resource: ReturnType<typeof define>) =>
  second(resource).additionalPrinterColumns?.map(({ name }) => name)

it('an older version inherits the columns whose paths lead to a field of the same type', () => {
  expect(names(define())).toEqual(['Ready', 'Age'])
})

it('a version with its own columns inherits none', () => {
  expect(names(define({ columns: { Hour: '.spec.schedule.hour' } }))).toEqual(['Hour', 'Age'])
  expect(names(define({ columns: {} }))).toBeUndefined()
})

it('a version with undefined columns inherits them', () => {
  expect(names(define({ columns: undefined }))).toEqual(['Ready', 'Age'])
})

it('an older version inherits the scale and selectable fields whose paths exist', () => {
  const { subresources, selectableFields } = second(define())
  expect(subresources?.scale).toEqual({ specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.ready' })
  expect(selectableFields).toBeUndefined()
})
