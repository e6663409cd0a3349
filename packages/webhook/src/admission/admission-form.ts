/** Validates the options of an admission. */
import { type Form, form, formatProblems } from '@kubewright/core/input'
import { webhookErrors } from '../errors.ts'
import type { AdmissionOptions } from './define-admission.ts'

const { anything, text, method, duration, choice, listOf, fields, either, thing } = form

const isKind = ({ kind, plural }: Readonly<Record<string, unknown>>) =>
  typeof kind === 'string' && typeof plural === 'string'

const kind = thing(isKind, 'a kind, such as what defineResource returns')
const required = { for: either(listOf(kind), kind) }
const optional = {
  name: text,
  subresource: either(listOf(text), text),
  fill: method,
  validate: fields({}, { create: method, update: method, delete: method }, '`validate`'),
  failurePolicy: choice('Fail', 'Ignore'),
  timeout: duration,
  // The API server validates these.
  namespaceSelector: anything,
  objectSelector: anything,
  matchConditions: anything,
} satisfies Record<Exclude<keyof AdmissionOptions<never>, keyof typeof required>, Form>

const admission = fields(required, optional, 'an admission')

/** Failure: `KW_WEBHOOK_DEFINITION`, listing every problem. */
export function assertAdmissionForm(options: unknown): void {
  const problems = admission(options, '')
  if (problems.length === 0) return
  const { name } = (options ?? {}) as { readonly name?: unknown }
  throw webhookErrors('KW_WEBHOOK_DEFINITION', {
    what: typeof name === 'string' ? `define the admission ${name}` : 'define an admission',
    why: formatProblems(problems),
    next: 'Correct these options. The required ones are: defineAdmission({ for, validate }), or fill instead of validate.',
    details: { problems },
  })
}
