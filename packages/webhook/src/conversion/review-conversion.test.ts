import { describe, expect, it } from 'vitest'
import { conversionOf, Disk, diskOf } from '../testing/disk.ts'
import { Website } from '../testing/website.ts'
import { type ConvertibleKind, defineConversion } from './conversion.ts'
import { reviewConversion } from './review-conversion.ts'

const disks = defineConversion({ for: Disk })
const resultOf = async (objects: readonly unknown[], desired?: string, conversion = disks) =>
  (await reviewConversion(conversion, conversionOf(objects, desired))).response.result

describe('reviewConversion', () => {
  it('returns all objects in order, in the requested version', async () => {
    const review = await reviewConversion(disks, conversionOf([diskOf('a', '5Gi'), diskOf('b', '7Gi')]))
    expect(review).toEqual({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: {
        uid: 'review-1',
        result: { status: 'Success' },
        convertedObjects: [
          { ...diskOf('a', ''), apiVersion: 'disks.example.dev/v1', spec: { sizeGb: 5, tier: 'ssd' } },
          { ...diskOf('b', ''), apiVersion: 'disks.example.dev/v1', spec: { sizeGb: 7, tier: 'ssd' } },
        ],
      },
    })
  })

  it('returns objects that already have the version unchanged, and an empty list for an empty list', async () => {
    const { response } = await reviewConversion(disks, conversionOf([diskOf('a', '5Gi')], 'disks.example.dev/v1beta1'))
    expect(response.convertedObjects).toEqual([diskOf('a', '5Gi')])
    expect((await reviewConversion(disks, conversionOf([]))).response.convertedObjects).toEqual([])
  })

  it('yields to the event loop during a long list', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => diskOf(`disk-${at}`, '1Gi'))
    const { response } = await reviewConversion(disks, conversionOf(many))
    expect(response.convertedObjects).toHaveLength(1_000)
  })

  it('names every object that cannot be converted, and converts none', async () => {
    const heard: unknown[] = []
    const objects = [diskOf('good', '5Gi'), diskOf('bad', 'broken')]
    const { response } = await reviewConversion([disks], conversionOf(objects), {
      failed: (_, call) => heard.push(call),
    })
    expect(response.convertedObjects).toEqual([])
    expect(response.result).toMatchObject({ status: 'Failure', code: 500 })
    expect(response.result.message).toMatch(
      /^cannot convert 1 of 2 objects to disks\.example\.dev\/v1: Disk bad of disks\.example\.dev\/v1beta1: .*no such size/,
    )
    expect(heard).toEqual([{ name: 'disks.disks.example.dev', object: 'Disk bad of disks.example.dev/v1beta1' }])
  })

  it('names the conversion that failed if kinds of two groups have the same name', async () => {
    const names = { group: 'vinyl.example.dev', kind: 'Disk', plural: 'disks', versions: ['v1', 'v2'] }
    const other = defineConversion({ for: { ...names, convert: () => ({}) } })
    const calls: unknown[] = []
    await reviewConversion([other, disks], conversionOf([diskOf('bad', 'broken')]), {
      failed: (_, call) => calls.push(call),
    })
    expect(calls).toMatchObject([{ name: 'disks.disks.example.dev' }])
  })

  it('names the first few of many failures', async () => {
    const { message } = await resultOf(Array.from({ length: 12 }, (_, at) => diskOf(`disk-${at}`, 'broken')))
    expect(message).toMatch(/^cannot convert 12 of 12 objects .*disk-4 of .*; and 7 more$/)
    expect(message).not.toContain('disk-5')
  })

  it.each([
    {
      name: 'another kind',
      object: { ...diskOf('a', '1Gi'), kind: 'Tape' },
      why: 'Tape a of disks.example.dev/v1beta1: no conversion to',
    },
    {
      name: 'another group',
      object: { ...diskOf('a', '1Gi'), apiVersion: 'x/v1' },
      why: 'Disk a of x/v1: no conversion to',
    },
    { name: 'an empty object', object: {}, why: 'an object (no name) of no version: no conversion to' },
    {
      name: 'a namespaced object, which is named with its namespace',
      object: { ...diskOf('a', '1Gi'), kind: 'Tape', metadata: { name: 'a', namespace: 'b' } },
      why: 'Tape b/a of',
    },
  ])('refuses $name', async ({ object, why }) => {
    expect((await resultOf([object])).message).toContain(why)
  })

  it('refuses an unknown target version', async () => {
    expect((await resultOf([diskOf('a', '1Gi')], 'disks.example.dev/v9')).message).toContain('it has no version v9')
  })

  it('does not report a refusal as a failure of the conversion functions', async () => {
    const heard: unknown[] = []
    const review = conversionOf([diskOf('a', '1Gi')], 'disks.example.dev/v9')
    await reviewConversion(disks, review, { failed: (error) => heard.push(error) })
    expect(heard).toEqual([])
  })

  const base = { apiVersion: 'disks.example.dev/v1', kind: 'Disk', metadata: { name: 'a', uid: 'a' } }
  it.each([
    { name: 'no object', converted: undefined, why: 'the conversion returned no object' },
    {
      name: 'another version',
      converted: { ...base, apiVersion: 'x/v1' },
      why: 'its apiVersion is "x/v1" after the conversion',
    },
    { name: 'another kind', converted: { ...base, kind: 'Tape' }, why: 'its kind is "Tape" after the conversion' },
    {
      name: 'no metadata',
      converted: { ...base, metadata: undefined },
      why: 'it has no metadata after the conversion',
    },
    {
      name: 'another name',
      converted: { ...base, metadata: { name: 'b', uid: 'a' } },
      why: 'the conversion changed its metadata.name',
    },
    { name: 'no uid', converted: { ...base, metadata: { name: 'a' } }, why: 'the conversion changed its metadata.uid' },
    {
      name: 'invalid labels',
      converted: { ...base, metadata: { ...base.metadata, labels: 5 } },
      why: 'its metadata.labels is not an object after the conversion',
    },
    {
      name: 'a number that is not JSON',
      converted: { ...base, spec: { sizeGb: Number.NaN } },
      why: 'its spec.sizeGb is not a number after the conversion',
    },
    {
      name: 'an annotation that is not a string',
      converted: { ...base, metadata: { ...base.metadata, annotations: { x: 5 } } },
      why: '"x" of its metadata.annotations is not text after the conversion',
    },
  ])('refuses a conversion result with $name', async ({ converted, why }) => {
    const kind: ConvertibleKind = { ...Disk, convert: () => converted as object }
    const { message } = await resultOf([diskOf('a', '1Gi')], undefined, defineConversion({ for: kind }))
    expect(message).toContain(`Disk a of disks.example.dev/v1beta1: ${why}`)
  })

  it.each([
    { name: 'an undefined review', review: null, why: 'it is not an object' },
    { name: 'a review without a list of objects', review: conversionOf({}), why: 'objects is not a list' },
    { name: 'a list of strings', review: conversionOf([diskOf('a', '1Gi'), 'x']), why: 'objects[1] is not an object' },
    { name: 'a missing desiredAPIVersion', review: conversionOf([], ''), why: 'desiredAPIVersion is missing' },
    {
      name: 'an AdmissionReview',
      review: { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' },
      why: 'it is AdmissionReview of admission.k8s.io/v1, not ConversionReview of apiextensions.k8s.io/v1',
    },
  ])('refuses to read $name', async ({ review, why }) => {
    await expect(reviewConversion(disks, review)).rejects.toMatchObject({
      code: 'KW_WEBHOOK_REVIEW',
      message: `Cannot read a ConversionReview: ${why}. Send an AdmissionReview or a ConversionReview of version v1, as the API server does.`,
    })
  })
})

describe('defineConversion', () => {
  it('refuses a kind with one version', () => {
    expect(() => defineConversion({ for: Website })).toThrow(
      'Cannot define the conversion of Website.web.example.dev: it has only one version. Give `defineResource` others in `versions`.',
    )
  })
})
