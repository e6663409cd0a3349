import { applyJsonPatch, type JsonPatch } from '@kubewright/core/json'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { problem, warning } from '../finding.ts'
import { reviewOf, Website, websiteOf } from '../testing/website.ts'
import type { AdmissionCall } from './admitted.ts'
import { defineAdmission } from './define-admission.ts'
import { reviewAdmission, type ReviewAdmissionOptions } from './review-admission.ts'

const secretFor = defineAdmission({
  for: Website,
  fill: ({ spec, metadata }) => (spec.domain ? { spec: { tlsSecretName: `${metadata.name}-tls` } } : {}),
  validate: {
    create: ({ spec }) => (spec.replicas === 0 ? [warning('spec.replicas', 'nobody serves it')] : []),
    update: (next, { spec }) =>
      next.spec.domain === spec.domain ? [] : [problem('spec.domain', 'cannot change'), problem('', 'make another')],
    delete: ({ metadata }) => [problem('metadata.name', `${metadata.name} must stay`)],
  },
})

const responseTo = async (request: object = {}, options: ReviewAdmissionOptions = {}, admission = secretFor) =>
  (await reviewAdmission(admission, reviewOf(request), options)).response

const patchIn = ({ patch = '' }: { readonly patch?: string }) =>
  JSON.parse(Buffer.from(patch, 'base64').toString()) as JsonPatch

describe('reviewAdmission', () => {
  it('answers with the uid and the version of the review', async () => {
    expect(await reviewAdmission(secretFor, reviewOf())).toEqual({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'review-1', allowed: true },
    })
  })

  it('returns a JSON patch of exactly the filled-in fields', async () => {
    const object = websiteOf({ domain: 'a.example' })
    const response = await responseTo({ object })
    expect(response).toMatchObject({ allowed: true, patchType: 'JSONPatch' })
    expect(patchIn(response)).toEqual([{ op: 'add', path: '/spec/tlsSecretName', value: 'blog-tls' }])
    expect(applyJsonPatch(object, patchIn(response))).toEqual(
      websiteOf({ domain: 'a.example', tlsSecretName: 'blog-tls' }),
    )
  })

  it('returns no patch if nothing changes', async () => {
    const object = websiteOf({ domain: 'a.example', tlsSecretName: 'blog-tls' })
    expect(await responseTo({ object })).toEqual({ uid: 'review-1', allowed: true })
  })

  it('refuses with status 422 and every problem by its field', async () => {
    const change = { operation: 'UPDATE', object: websiteOf({ domain: 'b' }), oldObject: websiteOf({ domain: 'a' }) }
    expect(await responseTo(change)).toEqual({
      uid: 'review-1',
      allowed: false,
      status: {
        status: 'Failure',
        message: 'Website.web.example.dev "blog" is invalid: [spec.domain: cannot change, make another]',
        reason: 'Invalid',
        code: 422,
        details: {
          name: 'blog',
          group: 'web.example.dev',
          kind: 'Website',
          causes: [
            { reason: 'FieldValueInvalid', message: 'cannot change', field: 'spec.domain' },
            { reason: 'FieldValueInvalid', message: 'make another', field: '' },
          ],
        },
      },
    })
  })

  it('refuses a delete with 403 Forbidden, not 422 Invalid', async () => {
    const { status } = await responseTo({ operation: 'DELETE', object: null, oldObject: websiteOf() })
    expect(status).toMatchObject({
      code: 403,
      message: 'websites.web.example.dev "blog" is forbidden: metadata.name: blog must stay',
    })
  })

  it('allows a write with warnings', async () => {
    expect(await responseTo({ object: websiteOf({ replicas: 0 }) })).toEqual({
      uid: 'review-1',
      allowed: true,
      warnings: ['spec.replicas: nobody serves it'],
    })
  })

  it('truncates a warning to one line of 256 characters', async () => {
    const long = `first\nsecond ${'x'.repeat(300)}`
    const admission = defineAdmission({ for: Website, validate: { create: () => [warning('', long)] } })
    const [text] = (await responseTo({}, {}, admission)).warnings!
    expect([text?.length, text?.slice(0, 14), text?.at(-1)]).toEqual([256, 'first second x', '…'])
  })

  it('names an object without a name by its generateName', async () => {
    const admission = defineAdmission({ for: Website, validate: { create: () => [problem('', 'no')] } })
    const object = websiteOf({}, { name: undefined, generateName: 'blog-' })
    const { status } = await responseTo({ name: '', object }, {}, admission)
    expect(status?.message).toBe('Website.web.example.dev "blog-" is invalid: no')
  })

  it.each([
    { step: 'fill' as const, allowed: true, hasPatch: true },
    { step: 'validate' as const, allowed: false, hasPatch: false },
    { step: undefined, allowed: false, hasPatch: false },
  ])('runs only the requested step: $step', async ({ step, allowed, hasPatch }) => {
    const objects = { object: websiteOf({ domain: 'b' }), oldObject: websiteOf({ domain: 'a' }) }
    const response = await responseTo({ operation: 'UPDATE', ...objects }, step === undefined ? {} : { step })
    expect([response.allowed, 'patch' in response]).toEqual([allowed, hasPatch])
  })

  it('validates the object after filling in', async () => {
    const admission = defineAdmission({
      for: Website,
      fill: () => ({ spec: { domain: 'filled.example' } }),
      validate: { create: ({ spec }) => [warning('spec.domain', `is ${spec.domain}`)] },
    })
    expect((await responseTo({}, {}, admission)).warnings).toEqual(['spec.domain: is filled.example'])
  })

  it('passes user, groups, operation and dry run to the functions', async () => {
    const calls: AdmissionCall[] = []
    const admission = defineAdmission({ for: Website, validate: { create: (_, call) => (calls.push(call), []) } })
    await responseTo({ dryRun: true }, {}, admission)
    const { signal: _signal, ...call } = calls[0]!
    expect(call).toEqual({
      user: 'alice',
      groups: ['editors', 'system:authenticated'],
      extra: { scopes: ['a', 'b'] },
      operation: 'CREATE',
      isDryRun: true,
      subresource: '',
      name: 'blog',
      namespace: 'default',
    })
  })

  it('passes a read-only object to the functions', async () => {
    const admission = defineAdmission({
      for: Website,
      validate: { create: (site) => (((site as { spec: object }).spec = {}), []) },
    })
    const { allowed, status } = await responseTo({}, {}, admission)
    expect([allowed, status?.code]).toEqual([false, 500])
    expect(status?.message).toMatch(/read only/)
  })

  describe('when an admission function fails', () => {
    const broken = (failurePolicy: 'Fail' | 'Ignore') =>
      defineAdmission({
        for: Website,
        failurePolicy,
        validate: {
          create() {
            throw new Error('no ink')
          },
        },
      })

    it('refuses the write with status 500, and reports the error', async () => {
      const heard: unknown[] = []
      expect(await responseTo({}, { failed: (...all) => heard.push(...all) }, broken('Fail'))).toEqual({
        uid: 'review-1',
        allowed: false,
        status: {
          status: 'Failure',
          reason: 'InternalError',
          code: 500,
          message: 'website.web.example.dev failed: no ink',
        },
      })
      expect(heard).toEqual([
        new Error('no ink'),
        { name: 'website.web.example.dev', object: 'Website default/blog', operation: 'CREATE' },
      ])
    })

    it('allows the write with a warning if failurePolicy is Ignore', async () => {
      expect(await responseTo({}, {}, broken('Ignore'))).toEqual({
        uid: 'review-1',
        allowed: true,
        warnings: ['website.web.example.dev failed, and was ignored: no ink'],
      })
    })

    it.each([
      ['an undefined result', undefined],
      ['a result that is no list', {}],
      ['a list of strings', ['bad']],
      ['a list with null', [null]],
    ])('treats %s as a failure', async (_, returned) => {
      const admission = defineAdmission({ for: Website, validate: { create: () => returned as never } })
      const { status } = await responseTo({}, {}, admission)
      expect(status?.message).toBe(
        'website.web.example.dev failed: Cannot use the result of `validate.create`: it is not a list of problems. Return `[problem(path, message)]`, or `[]` to allow the request.',
      )
    })

    it('answers at its timeout, before the API server gives up, and aborts the signal', async () => {
      const clock = new VirtualClock()
      let signal: AbortSignal | undefined
      const admission = defineAdmission({
        for: Website,
        timeout: '2s',
        validate: { create: (_, call) => ((signal = call.signal), new Promise<never>(() => undefined)) },
      })
      const answering = responseTo({}, { clock }, admission)
      await clock.advance('2s')
      const { allowed, status } = await answering
      expect(allowed).toBe(false)
      expect(status?.message).toBe(
        'website.web.example.dev failed: Cannot answer for website.web.example.dev: its functions took too long, and the API server waits for 2s. Pass `signal` to every call that can block, or give the admission a longer `timeout`.',
      )
      expect(signal?.aborted).toBe(true)
      expect(clock.pending).toEqual([])
    })
  })

  it.each<{ name: string; review: unknown; why: string }>([
    { name: 'undefined', review: undefined, why: 'it is not an object' },
    { name: 'a list', review: [], why: 'it is not an object' },
    {
      name: 'another version',
      review: { ...reviewOf(), apiVersion: 'admission.k8s.io/v1beta1' },
      why: 'it is AdmissionReview of admission.k8s.io/v1beta1, not AdmissionReview of admission.k8s.io/v1',
    },
    {
      name: 'an empty object',
      review: {},
      why: 'it is something of no version, not AdmissionReview of admission.k8s.io/v1',
    },
    { name: 'a missing request', review: { ...reviewOf(), request: null }, why: 'request is missing' },
    { name: 'a request that is a string', review: { ...reviewOf(), request: 'x' }, why: 'request is no object' },
    { name: 'a missing uid', review: reviewOf({ uid: '' }), why: 'uid is missing' },
    { name: 'a uid that is not a string', review: reviewOf({ uid: 5 }), why: 'uid is no text' },
    { name: 'a missing operation', review: reviewOf({ operation: undefined }), why: 'operation is missing' },
    {
      name: 'an unknown operation',
      review: reviewOf({ operation: 'CONNECT' }),
      why: 'operation is "CONNECT", not one of CREATE, UPDATE, DELETE',
    },
    { name: 'a create without object', review: reviewOf({ object: null }), why: 'object is missing' },
    { name: 'an update without oldObject', review: reviewOf({ operation: 'UPDATE' }), why: 'oldObject is missing' },
    { name: 'a delete without oldObject', review: reviewOf({ operation: 'DELETE' }), why: 'oldObject is missing' },
    { name: 'a missing resource', review: reviewOf({ resource: undefined }), why: 'resource is missing' },
  ])('refuses to read $name', async ({ review, why }) => {
    await expect(reviewAdmission(secretFor, review)).rejects.toMatchObject({
      code: 'KW_WEBHOOK_REVIEW',
      message: `Cannot read an AdmissionReview: ${why}. Send an AdmissionReview or a ConversionReview of version v1, as the API server does.`,
    })
  })

  it.each([
    {
      name: 'another kind',
      review: reviewOf({ resource: { group: '', version: 'v1', resource: 'pods' } }),
      about: 'pods of v1',
    },
    {
      name: 'a subresource that is not configured',
      review: reviewOf({ subResource: 'status' }),
      about: 'websites/status of web.example.dev/v1alpha1',
    },
  ])('refuses a review of $name, and says to apply the configuration again', async ({ review, about }) => {
    const why = `it is for ${about}, which website.web.example.dev does not handle`
    const next = 'Apply the webhook configuration of this program again: its rules name only what the webhook handles.'
    await expect(reviewAdmission(secretFor, review)).rejects.toMatchObject({
      code: 'KW_WEBHOOK_REVIEW',
      message: `Cannot read an AdmissionReview: ${why}. ${next}`,
    })
  })

  it('passes an empty user if userInfo is missing', async () => {
    const admission = defineAdmission({
      for: Website,
      validate: { create: (_, { user }) => [warning('', `<${user}>`)] },
    })
    expect((await responseTo({ userInfo: null }, {}, admission)).warnings).toEqual(['<>'])
  })
})
