/** Validates a controller's options. */
import { type Form, form, formatProblems } from '@kubewright/core/input'
import type { ControllerOptions } from './define-controller.ts'
import { controllerErrors } from '../errors.ts'

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
  owns: listOf(either(kindForm, owned)),
  indexes: listOf(thing(({ values }) => typeof values === 'function', 'an index: use index(…)')),
  watches: listOf(thing(({ requests }) => typeof requests === 'function', 'a watch: use watch(…)')),
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
