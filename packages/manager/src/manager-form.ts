/** Validates a manager's options. */
import { type Form, form, formatProblems, type FormFields } from '@kubewright/core/input'
import { managerErrors } from './errors.ts'
import type {
  HealthOptions,
  ManagerCacheOptions,
  ManagerOptions,
  MetricsOptions,
  ServeOptions,
} from './manager-options.ts'

const { anything, text, flag, count, method, duration, choice, listOf, mapOf, fields, either, thing } = form

type Forms<Options> = Readonly<Record<keyof Options, Form>>

const served = { port: count, host: text } satisfies Forms<ServeOptions>
const metrics = { ...served, access: choice('open', 'authorized'), tls: anything } satisfies Forms<MetricsOptions>
const health = { ...served, live: mapOf(method), ready: mapOf(method) } satisfies Forms<HealthOptions>
const cache = { namespace: text, kinds: listOf(anything), freezes: flag } satisfies Forms<ManagerCacheOptions>

const controllers = {
  controllers: listOf(thing((one) => one['~controller'] === true, 'a controller: pass what defineController returns')),
}
const optional = {
  clusters: either(
    thing(() => true, 'connections by name, or a provider such as fromSecrets(…)'),
    listOf(thing(({ run }) => typeof run === 'function', 'a provider such as fromSecrets(…)')),
  ),
  runnables: listOf(thing(({ run }) => typeof run === 'function', 'a runnable, such as replicate(…)')),
  // Validated where they are used.
  connection: anything,
  client: anything,
  clientOptions: anything,
  webhooks: anything,
  environment: anything,
  log: anything,
  tracing: anything,
  observer: anything,
  flags: anything,
  workers: anything,
  clock: anything,
  random: anything,
  ids: anything,
  coordination: thing(({ coordinate }) => typeof coordinate === 'function', 'one of alone(), leader(…) and shard(…)'),
  concurrency: count,
  name: text,
  identity: text,
  health: fields({}, health, 'the options of health'),
  metrics: fields({}, metrics, 'the options of metrics'),
  profiling: fields({}, served, 'the options of profiling'),
  shutdownTimeout: duration,
  syncTimeout: duration,
  permissions: choice('require', 'warn', 'skip'),
  cache: fields({}, cache, 'the options of cache'),
} satisfies Record<Exclude<keyof ManagerOptions, keyof typeof controllers>, Form>

/** The forms of the manager's options, for a check of another object that contains them, such as the configuration of the CLI. */
export const managerFields: FormFields = { ...controllers, ...optional }

/** Options of the CLI only: `main.ts` of a new project spreads the same object into both. See decision 0290. */
const forCommand = { namespace: text, image: text, resources: anything, grants: anything, deployment: anything }

const manager = fields(controllers, { ...optional, ...forCommand }, 'a manager')

/** Failure: `KW_MANAGER_OPTION`, listing every problem. */
export function assertManagerForm(options: unknown): void {
  const problems = manager(options, '')
  if (problems.length === 0) return
  throw managerErrors('KW_MANAGER_OPTION', {
    what: 'create a manager',
    why: formatProblems(problems),
    next: 'Correct these options. The required ones are: createManager({ connection, controllers }).',
    details: { problems },
  })
}
