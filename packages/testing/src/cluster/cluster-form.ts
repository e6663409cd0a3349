/** Validates the options of a cluster and of its runs. */
import type { Controller } from '@kubewright/controller'
import { type Form, form, formatProblems } from '@kubewright/core/input'
import { managerFields } from '@kubewright/manager/settings'
import { testingErrors } from '../errors.ts'
import type { ClusterOptions, ClusterSimulationOptions, RunOptions } from './cluster.ts'

const { anything, text, count, flag, choice, listOf, fields, either, thing } = form

type Forms<Options> = Readonly<Record<keyof Options, Form>>

const simulation = {
  parts: anything,
  rootCertificates: anything,
  apiServer: anything,
  nodes: anything,
  pods: anything,
  images: anything,
  processes: anything,
  log: anything,
} satisfies Forms<ClusterSimulationOptions>

const server = {
  users: anything,
  emptiesNamespaces: anything,
  allowsAnonymous: anything,
  auditPolicy: anything,
  disabledPlugins: anything,
  report: anything,
  servicePrefix: anything,
} satisfies Forms<NonNullable<ClusterOptions['server']>>

const cluster = fields(
  {},
  {
    resources: listOf(thing(({ crd }) => typeof crd === 'function', 'a kind: pass what defineResource returns')),
    webhooks: listOf(thing(({ type }) => typeof type === 'string', 'a webhook: pass what defineAdmission returns')),
    time: choice('virtual', 'real'),
    start: text,
    seed: either(count, text),
    listens: flag,
    simulation: either(flag, fields({}, simulation, 'the options of simulation')),
    watches: choice('renewed', 'lasting'),
    server: fields({}, server, 'the options of server'),
  } satisfies Forms<ClusterOptions>,
  'a cluster',
)

const run = fields({}, { cache: managerFields['cache']! } satisfies Forms<RunOptions>, 'a run')

/** Failure: `KW_TESTING_OPTION`, listing every problem. */
export function assertClusterForm(options: unknown): void {
  assertForm(cluster, options, 'start a cluster')
}

/** The arguments of `cluster.run`: controllers, or a list of them and options. */
export type RunArguments = readonly Controller[] | readonly [readonly Controller[], (RunOptions | undefined)?]

/** Failure: `KW_TESTING_OPTION`. */
export function runArguments(given: RunArguments): readonly [readonly Controller[], RunOptions] {
  const [first, options = {}] = given
  if (!Array.isArray(first)) return [given as readonly Controller[], {}]
  assertForm(run, options, 'run controllers')
  return [first, options as RunOptions]
}

function assertForm(of: Form, options: unknown, what: string): void {
  const problems = of(options, '')
  if (problems.length === 0) return
  throw testingErrors('KW_TESTING_OPTION', {
    what,
    why: formatProblems(problems),
    next: 'Correct these options.',
    details: { problems },
  })
}
