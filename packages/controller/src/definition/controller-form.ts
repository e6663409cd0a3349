/** Validates the options of a controller, and of the functions that make its parts. */
import { type Form, type FormProblem, form, formatProblems } from '@kubewright/core/input'
import type { ControllerOptions } from './define-controller.ts'
import type { OwnOptions } from './context.ts'
import { controllerErrors } from '../errors.ts'
import type { PollOptions } from './poll.ts'
import type { WatchOptions } from './watch.ts'

const { anything, text, flag, count, method, duration, choice, listOf, fields, either, thing } = form

const isKind = ({ kind, plural }: Readonly<Record<string, unknown>>) =>
  typeof kind === 'string' && typeof plural === 'string'

/** Accepts a kind: a result of `defineResource`, or one that `@kubewright/kubernetes` exports. */
export const kindForm: Form = thing(isKind, 'a kind, such as what defineResource returns')

const owned = fields(
  { resource: kindForm },
  { when: method, everyOwner: flag, metadataOnly: flag },
  'an entry of `owns`',
)
const kindOrEntry = either(kindForm, owned)
const kindItself = thing(isKind, 'a kind: pass the kind, for example `owns: [Deployment]`')
const ownedForm: Form = (value, name) =>
  (typeof value === 'object' && value !== null ? kindOrEntry : kindItself)(value, name)

const watchRequired = { requests: method }
const watchOptional = { when: method, metadataOnly: flag }
const watchOptions = fields(
  watchRequired satisfies Partial<Record<keyof WatchOptions<never>, Form>>,
  watchOptional satisfies Record<Exclude<keyof WatchOptions<never>, keyof typeof watchRequired>, Form>,
  'the options of watch()',
)
const madeByWatch = thing(
  ({ requests, resource }) => typeof requests === 'function' && resource !== undefined,
  'a watch: use watch(…)',
)
const watchFields = fields({ resource: kindForm, ...watchRequired }, watchOptional, 'a watch')
const watchForm: Form = (value, name) => {
  const problems = madeByWatch(value, name)
  return problems.length > 0 ? problems : watchFields(value, name)
}
const pollOptions = fields(
  { every: duration, find: method } satisfies Record<keyof PollOptions, Form>,
  {},
  'the options of poll()',
)
const pruned: Form = (value, name) => {
  if (value === true) return [{ name, why: 'is true, not a list of kinds or false' }]
  return value === false ? [] : listOf(kindForm)(value, name)
}
const ownOptions = fields(
  {},
  { dryRun: flag, prune: pruned } satisfies Record<keyof OwnOptions, Form>,
  'the options of own()',
)

/** Those of the API, and those that RBAC knows besides. */
const verbs =
  'get list watch create update patch delete deletecollection * bind escalate impersonate use approve sign attest'
const verb = choice(...verbs.split(' '))
const use = fields(
  { resource: kindForm, verbs: listOf(verb), because: text },
  { subresource: text, cluster: choice('own', 'home', 'remote') },
  'an entry of `uses`',
)
const clusters = either(
  choice('home', 'remote', 'each'),
  either(fields({ labels: text }, {}, 'a selection of clusters: { labels }'), method),
)

const required = { name: text, for: kindForm, reconcile: method }
const optional = {
  clusters,
  scope: fields({}, { namespace: text, labels: anything, fields: anything }, 'a scope'),
  when: either(choice('any-change'), method),
  owns: listOf(ownedForm),
  indexes: listOf(thing(({ values }) => typeof values === 'function', 'an index: use index(…)')),
  watches: listOf(watchForm),
  triggers: listOf(thing(({ run }) => typeof run === 'function', 'a trigger: it has a name and run()')),
  uses: listOf(use),
  resync: duration,
  concurrency: count,
  timeout: duration,
  fairBy: method,
  finalizer: fields({ name: text, cleanup: method }, {}, 'a finalizer'),
  seesDeletion: flag,
  reportsLoops: flag,
  reportsFailures: either(flag, fields({}, { events: flag, condition: flag }, 'true, false or { events, condition }')),
}

/** The compiler reports an option without a form. */
const controller = fields(
  required satisfies Partial<Record<keyof ControllerOptions<never>, Form>>,
  optional satisfies Record<Exclude<keyof ControllerOptions<never>, keyof typeof required>, Form>,
  'a controller',
)

/** Failure: `KW_CONTROLLER_DEFINITION`, listing every problem. */
export function assertControllerForm(options: unknown): void {
  const problems = controller(options, '')
  if (problems.length === 0) return
  const { name } = (options ?? {}) as { readonly name?: unknown }
  throw controllerErrors('KW_CONTROLLER_DEFINITION', {
    what: typeof name === 'string' ? `define the controller ${name}` : 'define a controller',
    why: formatProblems(problems),
    next: 'Correct these options. The required ones are: defineController({ name, for, reconcile }).',
    details: { problems },
  })
}

/** Failure: `KW_CONTROLLER_DEFINITION`, listing every problem. */
export function assertWatchForm(resource: { readonly kind: string }, options: unknown): void {
  const problems = [...kindForm(resource, 'the first argument'), ...watchOptions(options, '')]
  if (problems.length > 0)
    throw undefinable(
      `watch ${(resource as typeof resource | undefined)?.kind ?? 'another kind'}`,
      problems,
      'Give the objects to reconcile: watch(Kind, { requests: (object) => [refOf(object)] }).',
    )
}

/** Failure: `KW_CONTROLLER_DEFINITION`, listing every problem. */
export function assertPollForm(name: string, options: unknown): void {
  const problems = pollOptions(options, '')
  if (problems.length > 0)
    throw undefinable(
      `poll ${name}`,
      problems,
      "Correct these options: poll('bills', { every: '5m', find: async () => refs }).",
    )
}

/** Failure: `KW_CONTROLLER_OPTION`, listing every problem. */
export function assertOwnForm(owner: string, options: unknown): void {
  const problems = ownOptions(options, '')
  if (problems.length === 0) return
  throw controllerErrors('KW_CONTROLLER_OPTION', {
    what: `let ${owner} own its children`,
    why: formatProblems(problems),
    next: 'Correct these options, for example own(children, { prune: false }). Nothing was written.',
    details: { problems },
  })
}

function undefinable(what: string, problems: readonly FormProblem[], next: string): Error {
  return controllerErrors('KW_CONTROLLER_DEFINITION', {
    what,
    why: formatProblems(problems),
    next,
    details: { problems },
  })
}
