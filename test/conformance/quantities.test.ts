/** Quantities are parsed, refused and formatted as by kube-apiserver. */
import { compareQuantities, parseQuantity } from '@kubewright/core/quantities'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { attempt, forMany, isRefusal } from './agreement.ts'
import { openRealApi } from './real-server.ts'

const digits = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '0',
    '1',
    '00',
    '01',
    '1.5',
    '.5',
    '5.',
    '-1',
    '+2',
    '1024',
    '1000',
    '0.000001',
    '1.0001',
    '--1',
  ),
  fc.tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 15 }), fc.nat(10 ** 9)).map((parts) => parts.join('.')),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
)
const suffixes = ' n u m k M G T P E Ki Mi Gi Ti Pi Ei e3 e-3 E2 e12 e K mm'.split(' ')

it('quantities are refused and formatted like kube-apiserver does', async () => {
  using api = openRealApi()
  await forMany(
    fc.tuple(digits, fc.constantFrom(...suffixes)).map((parts) => parts.join('')),
    async (text) => {
      const { status, body } = await api.request(path, { method: 'POST', body: sliceWith(text) })
      const theirs = status === 201 ? (body as Slice).spec.devices[0]!.capacity.size.value : 'refused'
      const ours = attempt(() => parseQuantity(text).toString())
      if (!isRefusal(ours) && isBeyondSuffixes(text)) return
      expect(isRefusal(ours) ? 'refused' : shownBy(theirs, text, ours)).toBe(theirs)
    },
    1_000,
  )
})

/** Above the largest suffix the server loses digits: it writes 1000E as 1. We keep them, and do not compare. */
function isBeyondSuffixes(text: string): boolean {
  return compareQuantities(text, '999E') > 0 || compareQuantities(text, '-999E') < 0
}

/** The server returns some texts unchanged, though they could be shorter; only the amount is compared there. */
function shownBy(theirs: string, given: string, ours: string): string {
  const isEcho = theirs === given && ours !== given && compareQuantities(ours, given) === 0
  return isEcho ? given : ours
}

const path = '/apis/resource.k8s.io/v1/resourceslices?dryRun=All'

type Slice = ReturnType<typeof sliceWith>

/** Most kinds round quantities or refuse negative ones; the capacity of a device is kept as it is. */
function sliceWith(value: string) {
  const pool = { name: 'any', generation: 1, resourceSliceCount: 1 }
  const devices = [{ name: 'any', capacity: { size: { value } } }]
  return { metadata: { name: 'any' }, spec: { driver: 'example.dev', nodeName: 'any', pool, devices } }
}
