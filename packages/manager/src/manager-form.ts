/** Validates a manager's options. */
import { kindForm } from '@kubewright/controller/definition'
import { type Form, form, formatProblems, type FormFields } from '@kubewright/core/input'
import type { FromSecretsOptions } from './clusters/from-secrets.ts'
import type { ClusterOptions } from './clusters/manager-clusters.ts'
import { managerErrors } from './errors.ts'
import { logLevels } from './log/log-entry.ts'
import type { LoggerOptions } from './log/create-logger.ts'
import type {
  FollowedKind,
  HealthOptions,
  ManagerCacheOptions,
  ManagerOptions,
  MetricsOptions,
  ServeOptions,
} from './manager-options.ts'
import type { ProgramOptions } from './run-program.ts'

const { anything, text, flag, count, method, duration, choice, listOf, mapOf, fields, either, thing } = form

type Forms<Options> = Readonly<Record<keyof Options, Form>>

const served = { port: count, host: text } satisfies Forms<ServeOptions>
const metrics = { ...served, access: choice('open', 'authorized'), tls: anything } satisfies Forms<MetricsOptions>
const health = { ...served, live: mapOf(method), ready: mapOf(method) } satisfies Forms<HealthOptions>
const kind = {
  namespace: text,
  labels: text,
  fields: text,
  metadataOnly: flag,
  transform: method,
  keepsManagedFields: flag,
  holds: choice('objects', 'bytes'),
  inspect: method,
} satisfies Forms<Omit<FollowedKind, 'resource'>>
const kinds = listOf(fields({ resource: kindForm }, kind, 'a kind of the cache'))
const cache = { namespace: text, kinds, freezes: flag } satisfies Forms<ManagerCacheOptions>
/** An `undefined` label counts as absent. */
const label: Form = (value, name) => (value === undefined ? [] : text(value, name))
const added = {
  labels: mapOf(label),
  required: flag,
  identity: text,
  identityNamespace: text,
} satisfies Forms<ClusterOptions>
const secretsRequired = { namespace: text, labels: text }
const secrets = { key: text, context: text, required: flag, connect: method }
const logger = {
  level: choice(...logLevels),
  format: choice('json', 'pretty'),
  colors: flag,
  write: method,
  clock: anything,
}
const program = { log: anything, exit: method }

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

/** The options of the functions beside `createManager`. */
const functions = {
  addCluster: fields({}, added, 'the options of a cluster'),
  createLogger: fields({}, logger satisfies Forms<LoggerOptions>, 'the options of createLogger()'),
  fromSecrets: fields(
    secretsRequired,
    secrets satisfies Forms<Omit<FromSecretsOptions, keyof typeof secretsRequired>>,
    'the options of fromSecrets()',
  ),
  managerFlags: fields({}, { others: choice('keep', 'refuse') }, 'the options of managerFlags()'),
  runProgram: fields({}, program satisfies Forms<ProgramOptions>, 'the options of runProgram()'),
}

/** Failure: `KW_MANAGER_OPTION`, listing every problem. */
export function assertFunctionForm(of: keyof typeof functions, what: string, options: unknown): void {
  const problems = functions[of](options, '')
  if (problems.length === 0) return
  throw managerErrors('KW_MANAGER_OPTION', {
    what,
    why: formatProblems(problems),
    next: 'Correct these options.',
    details: { problems },
  })
}
