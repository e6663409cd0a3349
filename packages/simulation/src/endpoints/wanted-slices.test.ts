import type { EndpointSlice, Pod, Service } from '@kubewright/kubernetes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planSlices, type SliceChanges } from './wanted-slices.ts'

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default', uid: 'service' },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ipFamilies: ['IPv4'] },
} as unknown as Service
const pod = (number: number) =>
  ({
    metadata: { name: `web-${number}`, namespace: 'default', uid: `${number}`, labels: { app: 'web' } },
    spec: { containers: [] },
    status: { phase: 'Running', podIP: `10.0.${number >> 8}.${number & 255}` },
  }) as unknown as Pod

/** Applies a plan as the server would. */
function apply(slices: readonly EndpointSlice[], { create, update, remove }: SliceChanges): readonly EndpointSlice[] {
  const kept = slices
    .filter((slice) => !remove.includes(slice))
    .map((slice) => update.find(({ metadata }) => metadata.name === slice.metadata.name) ?? slice)
  const made = create.map((slice, place) => ({
    ...slice,
    metadata: { ...slice.metadata, name: `web-${slices.length}-${place}` },
  }))
  return [...kept, ...(made as unknown as readonly EndpointSlice[])]
}

const plan = (numbers: readonly number[], slices: readonly EndpointSlice[]) =>
  planSlices(service, { pods: numbers.map(pod), zoneOf: () => undefined }, slices)

describe('planSlices', () => {
  it('puts every pod into exactly one slice of at most a hundred endpoints, and is idempotent', () => {
    const pods = fc.uniqueArray(fc.nat(400), { maxLength: 300, size: 'max' })
    fc.assert(
      fc.property(fc.array(pods, { minLength: 1, maxLength: 4 }), (history) => {
        let slices: readonly EndpointSlice[] = []
        for (const numbers of history) {
          slices = apply(slices, plan(numbers, slices))
          const endpoints = slices.flatMap((slice) => slice.endpoints ?? [])
          expect(endpoints.map(({ targetRef }) => Number(targetRef!.uid)).toSorted((a, b) => a - b)).toEqual(
            numbers.toSorted((a, b) => a - b),
          )
          expect(slices.every((slice) => (slice.endpoints ?? []).length <= 100)).toBe(true)
          expect(slices.length).toBeGreaterThan(0)
          expect(plan(numbers, slices)).toEqual({ create: [], update: [], remove: [] })
        }
      }),
      { numRuns: 20 },
    )
  })
})
