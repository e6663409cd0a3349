import { describe, expect, it } from 'vitest'
import { defineAdmission } from '../admission/define-admission.ts'
import { defineConversion } from '../conversion/conversion.ts'
import { problem } from '../finding.ts'
import { conversionOf, Disk, diskOf } from '../testing/disk.ts'
import { reviewOf, Website } from '../testing/website.ts'
import { createWebhookHandler } from './webhook-handler.ts'

const websites = defineAdmission({
  for: Website,
  fill: () => ({ spec: { domain: 'a.example' } }),
  validate: { create: () => [problem('spec', 'no')] },
})
const validatePath = '/validate/website.web.example.dev'

describe('createWebhookHandler', () => {
  const handler = createWebhookHandler([websites, defineConversion({ for: Disk })])
  const ask = async (path: string, body: unknown) => {
    const answer = await handler.handle({ path, body: typeof body === 'string' ? body : JSON.stringify(body) })
    return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> }
  }

  it('serves each admission step at its own path, and all conversions at /convert', () => {
    expect(handler.paths).toEqual(['/mutate/website.web.example.dev', validatePath, '/convert'])
  })

  it('answers admission and conversion reviews with status 200, allowed or not', async () => {
    expect(await ask('/mutate/website.web.example.dev', reviewOf())).toMatchObject({
      status: 200,
      body: { response: { allowed: true } },
    })
    expect(await ask(validatePath, reviewOf())).toMatchObject({ status: 200, body: { response: { allowed: false } } })
    expect(await ask('/convert', conversionOf([diskOf('a', '1Gi')]))).toMatchObject({
      status: 200,
      body: { response: { result: { status: 'Success' } } },
    })
  })

  it.each([
    {
      name: 'invalid JSON',
      path: validatePath,
      body: '{nope',
      status: 400,
      message:
        'Cannot read an AdmissionReview: it is not an object. Send an AdmissionReview or a ConversionReview of version v1, as the API server does.',
    },
    {
      name: 'a review of another type',
      path: '/convert',
      body: reviewOf(),
      status: 400,
      message: expect.stringContaining('not ConversionReview') as unknown,
    },
    {
      name: 'an unknown path',
      path: '/nothing',
      body: '{}',
      status: 404,
      message: 'there is no webhook at this address',
    },
  ])('answers $name with a Status object', async ({ path, body, status, message }) => {
    expect(await ask(path, body)).toMatchObject({
      status,
      body: { kind: 'Status', status: 'Failure', code: status, message },
    })
  })

  it('survives a deeply nested object', async () => {
    const depth = 200_000
    const body = JSON.stringify(reviewOf({ object: 'DEEP' })).replace(
      '"DEEP"',
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    )
    expect(await ask(validatePath, body)).toMatchObject({
      status: 200,
      body: { response: { allowed: false, status: { code: 500 } } },
    })
  })

  it('reports requests and failures to its observer', async () => {
    const heard: string[] = []
    const broken = defineAdmission({
      for: Website,
      validate: {
        create() {
          throw new Error('no ink')
        },
      },
    })
    const observed = createWebhookHandler([broken], {
      observer: {
        began: (path) => heard.push(`began ${path}`),
        answered: (path, code) => heard.push(`answered ${path} ${code}`),
        failed: (of, path, error, { object }) => heard.push(`${of} ${path} ${object} ${String(error)}`),
      },
    })
    await observed.handle({ path: validatePath, body: JSON.stringify(reviewOf()) })
    await observed.handle({ path: validatePath, body: '' })
    await observed.handle({ path: '/nothing', body: '' })
    expect(heard).toEqual([
      `began ${validatePath}`,
      `admission ${validatePath} Website default/blog Error: no ink`,
      `answered ${validatePath} 200`,
      `began ${validatePath}`,
      `answered ${validatePath} 400`,
    ])
  })
})
