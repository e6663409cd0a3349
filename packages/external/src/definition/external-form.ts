/** Validates an external controller's options, in either form. */
import { kindForm } from '@kubewright/controller/definition'
import { type Form, form, formatProblems } from '@kubewright/core/input'
import { externalErrors } from '../errors.ts'
import type { ExternalOptions } from './external-options.ts'
import type { ObservedOperations } from '../operations/observed-operations.ts'
import type { ExternalOperations } from '../operations/operations.ts'

const { anything, text, flag, count, method, duration, choice, listOf, mapOf, fields, either } = form

type Options = ExternalOptions<never, never>
type Observed = ObservedOperations<never, never, unknown, string>
type Operations = ExternalOperations<never, never>
type Forms<Keys extends PropertyKey> = Readonly<Record<Keys, Form>>

const required = { name: text, for: kindForm, finalizer: text, poll: duration } satisfies Partial<Forms<keyof Options>>

const dependency = fields({ on: kindForm, ref: method }, { ready: method, owner: flag }, 'a dependency')

const optional = {
  // Validated by `defineController`.
  scope: anything,
  owns: anything,
  watches: anything,
  indexes: anything,
  triggers: anything,
  uses: anything,
  concurrency: count,
  fairBy: method,
  shortestPoll: duration,
  recheck: duration,
  timeout: duration,
  visibleWithin: duration,
  names: choice('chosen', 'assigned'),
  nameOf: method,
  dependencies: mapOf(dependency),
  adopts: either(method, flag),
  policies: method,
  provider: anything,
  observer: anything,
  reportsFailures: flag,
  connectionSecret: method,
  onReady: method,
} satisfies Forms<Exclude<keyof Options, keyof typeof required>>

const calls = { create: method, update: method, delete: method }

const observed = {
  follow: method,
  status: method,
  phase: method,
  recreateFor: listOf(text),
  isOurs: method,
  lateInitialize: method,
  connection: method,
} satisfies Forms<Exclude<keyof Observed, keyof typeof calls | 'observe' | 'diff'>>

const small = fields({ ...required, ...calls, observe: method, diff: method }, { ...optional, ...observed }, what())
const large = fields(
  { ...required, ...calls, verify: method } satisfies Partial<Forms<keyof Options | keyof Operations>>,
  { ...optional, follow: method },
  what(),
)

function what(): string {
  return 'an external controller'
}

/** Failure: `KW_EXTERNAL_DEFINITION`, listing every problem. */
export function assertExternalForm(options: unknown): void {
  const given = (options ?? {}) as { readonly name?: unknown; readonly verify?: unknown }
  const problems = (given.verify === undefined || 'observe' in given ? small : large)(options, '')
  if (problems.length === 0) return
  const { name } = given
  throw externalErrors('KW_EXTERNAL_DEFINITION', {
    what: typeof name === 'string' ? `define the external controller ${name}` : 'define an external controller',
    why: formatProblems(problems),
    next: 'Correct these options: each is listed with the type it must have.',
    details: { name, problems },
  })
}
