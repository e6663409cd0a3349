import { X509Certificate } from 'node:crypto'
import { toMs } from '@kubewright/core'
import { seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { defaultLifetimes, lifetimesOf } from './certificate-lifetimes.ts'
import { keptIn, secretOf } from './certificate-secret.ts'
import {
  bundleOf,
  type CertificateStep,
  type IssuedCertificates,
  nextStep,
  takeStep,
  usable,
} from './issued-certificates.ts'
import { certificatesIn, isIssuedBy, validityOf } from './serving-certificate.ts'

const ref = { name: 'hooks', namespace: 'web' }
const hosts = ['hooks.web.svc']

function world() {
  const clock = new VirtualClock({ start: '2026-01-01T00:00:00Z' })
  const how = { name: 'hooks', hosts, lifetimes: defaultLifetimes, clock, random: seededRandom('certificates') }
  const stepOf = (issued: IssuedCertificates | undefined, isNextTrusted = false) =>
    nextStep(issued, { nowMs: clock.now(), hosts, isNextTrusted })
  const daysOf = (pem: string) => {
    const { notBeforeMs, notAfterMs } = validityOf(pem)
    return Math.round((notAfterMs - notBeforeMs) / toMs('1d'))
  }
  return { clock, how, stepOf, daysOf, begun: takeStep(undefined, 'begin', how) }
}

describe('issued certificates', () => {
  it('start with a CA valid for a year and a certificate valid for ninety days', () => {
    const { begun, daysOf, stepOf } = world()
    expect([daysOf(begun.issuing.certificate), daysOf(begun.serving.certificate)]).toEqual([365, 90])
    expect(isIssuedBy(begun.serving.certificate, begun.issuing.certificate)).toBe(true)
    expect(new X509Certificate(begun.serving.certificate).checkHost('hooks.web.svc')).toBe('hooks.web.svc')
    expect(stepOf(begun)).toBe('keep')
  })

  it.each<{ name: string; after: `${number}d`; trusted?: boolean; step: CertificateStep }>([
    { name: 'are kept before two thirds of their lifetime', after: '59d', step: 'keep' },
    { name: 'are renewed after two thirds of their lifetime', after: '60d', step: 'renew' },
  ])('$name', async ({ after, step }) => {
    const { begun, clock, stepOf } = world()
    await clock.advance(after)
    expect(stepOf(begun)).toBe(step)
  })

  it('announce the next CA after two thirds of the lifetime of the old one, and switch once it is trusted', async () => {
    const { begun, clock, how, stepOf } = world()
    await clock.advance('244d')
    const renewed = takeStep(begun, 'renew', how)
    expect(stepOf(renewed)).toBe('announce')
    const announced = takeStep(renewed, 'announce', how)
    expect(announced.serving).toEqual(renewed.serving)
    expect(stepOf(announced)).toBe('keep')
    expect(stepOf(announced, true)).toBe('switch')
    const switched = takeStep(announced, 'switch', how)
    expect(isIssuedBy(switched.serving.certificate, announced.next!.certificate)).toBe(true)
    expect(certificatesIn(bundleOf(switched, clock.now()))).toEqual(
      [announced.next!, begun.issuing].map(({ certificate }) => certificate),
    )
    expect(stepOf(switched, true)).toBe('keep')
  })

  it('trust an old CA until it has expired', async () => {
    const { begun, clock, how } = world()
    await clock.advance('244d')
    const switched = takeStep(takeStep(takeStep(begun, 'renew', how), 'announce', how), 'switch', how)
    await clock.advance('120d')
    expect(certificatesIn(bundleOf(switched, clock.now()))).toHaveLength(2)
    await clock.advance('1d')
    expect(certificatesIn(bundleOf(switched, clock.now()))).toHaveLength(1)
  })

  it('never outlive their CA', async () => {
    const { begun, clock, how } = world()
    await clock.advance('300d')
    const { serving, issuing } = takeStep(begun, 'renew', how)
    expect(validityOf(serving.certificate).notAfterMs).toBe(validityOf(issuing.certificate).notAfterMs)
  })

  it('start over after all have expired, or switch to the announced CA', async () => {
    const { begun, clock, how, stepOf } = world()
    await clock.advance('300d')
    const announced = takeStep(begun, 'announce', how)
    await clock.advance('66d')
    expect([stepOf(begun), stepOf(announced)]).toEqual(['begin', 'switch'])
  })

  it('announce another CA if the announced one has expired unused', async () => {
    const { begun, clock, how, stepOf } = world()
    const short = { ...how, lifetimes: { ...how.lifetimes, authority: '10d' } } as const
    await clock.advance('244d')
    const announced = takeStep(takeStep(begun, 'renew', how), 'announce', short)
    expect(stepOf(announced, true)).toBe('switch')
    await clock.advance('11d')
    expect(stepOf(announced, true)).toBe('announce')
  })

  it('are renewed for another host name', () => {
    const { begun, clock } = world()
    expect(nextStep(begun, { nowMs: clock.now(), hosts: ['other.web.svc'], isNextTrusted: false })).toBe('renew')
  })

  it('are issued anew if none are stored, and the CA bundle still contains the given CAs', () => {
    const { begun, how, stepOf, clock } = world()
    expect(stepOf(undefined)).toBe('begin')
    const anew = takeStep(undefined, 'begin', how, [begun.issuing.certificate])
    expect(certificatesIn(bundleOf(anew, clock.now()))).toEqual([anew.issuing.certificate, begun.issuing.certificate])
  })
})

describe('the Secret of webhook certificates', () => {
  it('contains the complete state', async () => {
    const { begun, clock, how } = world()
    await clock.advance('244d')
    const states = [begun, takeStep(begun, 'announce', how)]
    states.push(takeStep(states[1], 'switch', how))
    for (const state of states) {
      const secret = secretOf(state, clock.now(), { ref, existing: undefined })
      expect(secret).toMatchObject({ metadata: ref, type: 'kubernetes.io/tls' })
      expect(usable(keptIn(secret))).toEqual(state)
    }
  })

  it('keeps keys of others, and drops the key of a CA that no longer issues', () => {
    const { begun, clock, how } = world()
    const first = secretOf(begun, clock.now(), { ref, existing: undefined })
    const metadata = { ...ref, uid: 'u', resourceVersion: '5', creationTimestamp: '' }
    const existing = {
      ...first,
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      data: { ...first.data, mine: 'eA==' },
    } as const
    const switched = takeStep(takeStep(begun, 'announce', how), 'switch', how)
    const { data, metadata: kept } = secretOf(switched, clock.now(), { ref, existing })
    expect([data?.['mine'], kept]).toEqual(['eA==', metadata])
    expect(JSON.stringify(data)).not.toContain(Buffer.from(begun.issuing.key).toString('base64'))
  })

  it.each<[string, (data: Record<string, string>, other: Record<string, string>) => Record<string, string>]>([
    ['is empty', () => ({})],
    ['has no key', ({ 'tls.key': _, ...rest }) => rest],
    ['has the key of another certificate', (data, other) => ({ ...data, 'tls.key': other['tls.key']! })],
    ['has the key of another CA', (data, other) => ({ ...data, 'ca.key': other['ca.key']! })],
    [
      'has a certificate of another CA',
      (data, other) => ({ ...data, 'tls.key': other['tls.key']!, 'tls.crt': other['tls.crt']! }),
    ],
    ['is not PEM', (data) => ({ ...data, 'ca.crt': Buffer.from('hello').toString('base64') })],
  ])('is unusable if it %s', (_, spoil) => {
    const [one, two] = [world(), world()].map(
      ({ begun, clock }) => secretOf(begun, clock.now(), { ref, existing: undefined }).data!,
    )
    expect(usable(keptIn({ data: spoil({ ...one }, { ...two }) }))).toBeUndefined()
  })
})

describe('certificate lifetimes', () => {
  it('default to a year for the CA, ninety days for certificates and a poll every minute', () => {
    expect(lifetimesOf({})).toEqual({ authority: '365d', certificate: '90d', poll: '1m', overlap: '5m' })
    expect(lifetimesOf({ certificate: '30d' }).certificate).toBe('30d')
  })

  it.each([
    [{ poll: 0 }, '`poll` is zero'],
    [{ authority: '30d' }, 'a certificate would outlive its authority'],
    [{ certificate: '8m' }, 'a certificate could expire between two polls'],
    [{ authority: '90d', overlap: '31d' }, 'an authority could expire before the next is trusted'],
  ] as const)('refuse %j', (given, why) => {
    expect(() => lifetimesOf(given)).toThrow(`Cannot use these lifetimes of certificates: ${why}.`)
  })
})
