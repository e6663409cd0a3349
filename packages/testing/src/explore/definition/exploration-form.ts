/** Validates the options of an exploration. */
import { isValidName } from '@kubewright/core/object'
import { testingErrors } from '../../errors.ts'
import { checkFieldOptions } from './field-options.ts'

/** Failure: `KW_TESTING_COORDINATION`, `KW_TESTING_EXPLORATION`. */
export function checkExploration(options: object): void {
  refuseCoordination(options)
  refuseNothing(options)
  refuseClusters(options)
  checkFieldOptions(options)
}

/** The types forbid it too, but JavaScript users would expect sharding to be explored. */
function refuseCoordination(options: object): void {
  if (!('coordination' in options)) return
  throw testingErrors('KW_TESTING_COORDINATION', {
    what: 'explore with `coordination`',
    why: 'an exploration decides itself which instance of the operator acts, and when another one takes over',
    next:
      'Pass the same controllers without `coordination`: explore({ controllers, scenario }), with `webhooks` but without `assignOnCreate`. ' +
      'A controller behaves the same with and without shards. The faults `handover` and `overlap` simulate the move of an object to ' +
      'another shard, at every write.',
  })
}

/** Rejects cluster names that a manager would reject. */
function refuseClusters({ clusters = [] }: { readonly clusters?: readonly string[] }): void {
  const wrong = clusters.find((name, at) => !isNameOfOther(name) || clusters.indexOf(name) !== at)
  if (wrong === undefined) return
  throw testingErrors('KW_TESTING_EXPLORATION', {
    what: `explore with the cluster ${JSON.stringify(wrong)}`,
    why: isNameOfOther(wrong) ? 'it is named twice' : 'it cannot have that name',
    next: "Use names of lower-case letters, digits and dashes, each once; 'home' is the cluster that the operator runs in.",
  })
}

function isNameOfOther(name: unknown): boolean {
  return typeof name === 'string' && name !== 'home' && isValidName('dns1123Label', name)
}

interface Nothing {
  readonly controllers: readonly unknown[] | ((outside: never) => unknown)
  readonly scenario: (user: never) => unknown
  readonly strategies: readonly unknown[]
}

/** Without this check, an incomplete exploration would report that nothing was found. */
function refuseNothing(options: Partial<Nothing>): void {
  const lacks = lackOf(options)
  if (lacks === undefined) return
  throw testingErrors('KW_TESTING_EXPLORATION', {
    what: 'explore',
    why: `it has no ${lacks}`,
    next:
      lacks === 'strategies'
        ? 'Leave `strategies` out: then all of them are used.'
        : 'Say both: explore({ resources, controllers: [sites], scenario: async (user) => { … } }).',
  })
}

function lackOf({ controllers, scenario, strategies }: Partial<Nothing>): string | undefined {
  if (controllers === undefined || (typeof controllers !== 'function' && controllers.length === 0)) return 'controllers'
  if (typeof scenario !== 'function') return 'scenario'
  return strategies?.length === 0 ? 'strategies' : undefined
}
