import { Deployment, Pod, StatefulSet } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { Website } from '../testing/website.ts'
import { type AdmissionOptions, defineAdmission } from './define-admission.ts'

const validate = { create: () => [] }

describe('defineAdmission', () => {
  it('derives name, operations and policies from the kind and its functions', () => {
    const {
      functions: _functions,
      resources,
      ...facts
    } = defineAdmission({
      for: Website,
      fill: () => ({}),
      validate: { update: () => [], delete: () => [] },
    })
    expect(resources).toEqual([Website])
    expect(facts).toEqual({
      type: 'admission',
      name: 'website.web.example.dev',
      subresources: [],
      failurePolicy: 'Fail',
      timeoutSeconds: 10,
      operations: { fill: ['CREATE', 'UPDATE'], validate: ['UPDATE', 'DELETE'] },
    })
  })

  it('keeps selectors and match conditions', () => {
    const scope = {
      namespaceSelector: { matchLabels: { team: 'web' } },
      objectSelector: { matchLabels: { app: 'blog' } },
      matchConditions: [{ name: 'not-system', expression: '!request.userInfo.username.startsWith("system:")' }],
    }
    const admission = defineAdmission({
      for: [Deployment, StatefulSet],
      name: 'workloads.policy.example.dev',
      subresource: 'status',
      failurePolicy: 'Ignore',
      timeout: '1500ms',
      validate,
      ...scope,
    })
    expect(admission).toMatchObject({
      ...scope,
      resources: [Deployment, StatefulSet],
      subresources: ['status'],
      failurePolicy: 'Ignore',
      timeoutSeconds: 2,
    })
  })

  it.each<{ name: string; options: AdmissionOptions<typeof Website>; message: string }>([
    {
      name: 'an admission without functions',
      options: { for: Website },
      message:
        'Cannot define the admission website.web.example.dev: it has neither `fill` nor a function in `validate`. Add one of them, such as `validate: { create: (object) => [] }`.',
    },
    {
      name: 'a missing kind',
      options: { for: [], validate },
      message: 'Cannot define an admission: it has no kind. Set `for`, such as `for: Website`.',
    },
    {
      name: 'two kinds without a name',
      options: { for: [Website, Website], validate },
      message:
        "Cannot define an admission for Website, Website: it has no name. Give it a `name`: 'policy.example.dev'.",
    },
    {
      name: 'a name with two parts',
      options: { for: Website, name: 'web.dev', validate },
      message:
        'Cannot define the admission web.dev: "web.dev" is not a domain name of at least three parts, which the API server requires. Give it a `name` of yours: \'pods.policy.example.dev\'.',
    },
    {
      name: 'a timeout beyond the limit of the API server',
      options: { for: Website, timeout: '31s', validate },
      message:
        'Cannot define the admission website.web.example.dev: its timeout is 31s. Use a timeout from 1 to 30 seconds.',
    },
  ])('refuses $name', ({ options, message }) => {
    expect(() => defineAdmission(options)).toThrow(expect.objectContaining({ code: 'KW_WEBHOOK_DEFINITION', message }))
  })

  it.each([
    {
      options: { for: Website, validate, failurPolicy: 'Ignore' },
      why: 'failurPolicy is not a key of an admission: did you mean failurePolicy?',
    },
    {
      options: { for: Website, validate: { craete: () => [] } },
      why: 'craete is not a key of `validate`: did you mean create?',
    },
    {
      options: { for: Website, validates: validate },
      why: 'validates is not a key of an admission: did you mean validate?',
    },
    {
      options: { for: Website, validate, failurePolicy: 'ignore' },
      why: 'failurePolicy is "ignore", did you mean Ignore?',
    },
    { options: { for: 'websites', validate }, why: 'for is text, not a kind, such as what defineResource returns' },
  ])('refuses options that the compiler would report: $why', ({ options, why }) => {
    const refused = expect.objectContaining({
      code: 'KW_WEBHOOK_DEFINITION',
      message: expect.stringContaining(why) as string,
    })
    expect(() => defineAdmission(options as unknown as AdmissionOptions<typeof Website>)).toThrow(refused)
  })

  it('refuses a built-in kind without a name, and a subresource the kind does not have', () => {
    expect(() => defineAdmission({ for: Pod, validate })).toThrow('"pod." is not a domain name of at least three parts')
    expect(() => defineAdmission({ for: Website, subresource: 'exec', validate })).toThrow(
      'Website has no subresource exec. It has: status.',
    )
  })
})
