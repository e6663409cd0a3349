/** Macros, expanded before their arguments are checked: `has`, the quantifiers and their kin. */
import { accumulatorName, type Call, type Comprehension, type Expr } from './ast.ts'
import type { Value } from '../values/value.ts'

export type Expanded = Expr | MacroProblem

export interface MacroProblem {
  readonly problem: string
  readonly offset: number
}

/** Builds the nodes of one expansion, all with the position of the macro. */
class Template {
  readonly #offset: number
  readonly target: Expr
  readonly args: readonly Expr[]

  constructor({ offset, target, args }: Call) {
    this.#offset = offset
    this.target = target ?? { kind: 'literal', value: null, offset }
    this.args = args
  }

  get accumulator(): Expr {
    return this.name(accumulatorName)
  }

  name(name: string): Expr {
    return { kind: 'identifier', name, offset: this.#offset }
  }

  value(value: Value): Expr {
    return { kind: 'literal', value, offset: this.#offset }
  }

  call(name: string, ...args: readonly Expr[]): Expr {
    return { kind: 'call', name, target: undefined, args, offset: this.#offset }
  }

  method(name: string, target: Expr, ...args: readonly Expr[]): Expr {
    return { kind: 'call', name, target, args, offset: this.#offset }
  }

  list(...items: readonly Expr[]): Expr {
    return { kind: 'list', items: items.map((value) => ({ value, isOptional: false })), offset: this.#offset }
  }

  emptyMap(): Expr {
    return { kind: 'map', entries: [], offset: this.#offset }
  }

  test(operand: Expr, field: string): Expr {
    return { kind: 'select', operand, field, isTest: true, offset: this.#offset }
  }

  /** Applies `step` only where `filter` holds, if there is one. */
  when(filter: Expr | undefined, step: Expr): Expr {
    return filter === undefined ? step : this.call('_?_:_', filter, step, this.accumulator)
  }

  fold(variables: Variables, parts: Pick<Comprehension, 'init' | 'condition' | 'step' | 'result'>): Expr {
    return {
      kind: 'comprehension',
      range: this.target,
      variable: variables.first,
      secondVariable: variables.second,
      accumulator: accumulatorName,
      ...parts,
      offset: this.#offset,
    }
  }

  /** Names `init` inside `result`. */
  bind(name: string, init: Expr, result: Expr): Expr {
    return {
      kind: 'comprehension',
      range: this.list(),
      variable: '#unused',
      secondVariable: undefined,
      accumulator: name,
      init,
      condition: this.value(false),
      step: this.name(name),
      result,
      offset: this.#offset,
    }
  }
}

interface Variables {
  readonly first: string
  readonly second: string | undefined
}

type Expand = (template: Template, variables: Variables, rest: readonly Expr[]) => Expr

const quantifiers = {
  all: (t, variables, [test]) =>
    t.fold(variables, {
      init: t.value(true),
      condition: t.call('@not_strictly_false', t.accumulator),
      step: t.call('_&&_', t.accumulator, test!),
      result: t.accumulator,
    }),
  exists: (t, variables, [test]) =>
    t.fold(variables, {
      init: t.value(false),
      condition: t.call('@not_strictly_false', t.call('!_', t.accumulator)),
      step: t.call('_||_', t.accumulator, test!),
      result: t.accumulator,
    }),
  existsOne: (t, variables, [test]) =>
    t.fold(variables, {
      init: t.value(0n),
      condition: t.value(true),
      step: t.when(test!, t.call('_+_', t.accumulator, t.value(1n))),
      result: t.call('_==_', t.accumulator, t.value(1n)),
    }),
} satisfies Record<string, Expand>

const collect: Expand = (t, variables, rest) => {
  const [filter, transform] = rest.length === 2 ? rest : [undefined, rest[0]]
  const step = t.when(filter, t.call('_+_', t.accumulator, t.list(transform!)))
  return t.fold(variables, { init: t.list(), condition: t.value(true), step, result: t.accumulator })
}

const filter: Expand = (t, variables, [test]) => {
  const step = t.when(test!, t.call('_+_', t.accumulator, t.list(t.args[0]!)))
  return t.fold(variables, { init: t.list(), condition: t.value(true), step, result: t.accumulator })
}

/** Builds a map by insertion, with a computed entry or under the iterated key. */
function intoMap(hasOwnKey: boolean): Expand {
  return (t, variables, rest) => {
    const [test, transform] = rest.length === 2 ? rest : [undefined, rest[0]]
    const inserted = hasOwnKey ? [transform!] : [t.name(variables.first), transform!]
    const step = t.when(test, t.call('cel.@mapInsert', t.accumulator, ...inserted))
    return t.fold(variables, { init: t.emptyMap(), condition: t.value(true), step, result: t.accumulator })
  }
}

/** Messages for a variable that is not a name; two-variable macros and quantifiers have different ones. */
const simpleName = 'argument must be a simple name'
const anIdentifier = 'argument is not an identifier'

interface Loop {
  readonly variables: 1 | 2
  readonly expand: Expand
  readonly complaint: string
}

/** By name and number of arguments. */
const loops: ReadonlyMap<string, Loop> = new Map<string, Loop>([
  ['all/2', { variables: 1, expand: quantifiers.all, complaint: simpleName }],
  ['exists/2', { variables: 1, expand: quantifiers.exists, complaint: simpleName }],
  ['exists_one/2', { variables: 1, expand: quantifiers.existsOne, complaint: simpleName }],
  ['map/2', { variables: 1, expand: collect, complaint: anIdentifier }],
  ['map/3', { variables: 1, expand: collect, complaint: anIdentifier }],
  ['filter/2', { variables: 1, expand: filter, complaint: anIdentifier }],
  ['all/3', { variables: 2, expand: quantifiers.all, complaint: simpleName }],
  ['exists/3', { variables: 2, expand: quantifiers.exists, complaint: simpleName }],
  ['exists_one/3', { variables: 2, expand: quantifiers.existsOne, complaint: simpleName }],
  ['existsOne/3', { variables: 2, expand: quantifiers.existsOne, complaint: simpleName }],
  ['transformList/3', { variables: 2, expand: collect, complaint: simpleName }],
  ['transformList/4', { variables: 2, expand: collect, complaint: simpleName }],
  ['transformMap/3', { variables: 2, expand: intoMap(false), complaint: simpleName }],
  ['transformMap/4', { variables: 2, expand: intoMap(false), complaint: simpleName }],
  ['transformMapEntry/3', { variables: 2, expand: intoMap(true), complaint: simpleName }],
  ['transformMapEntry/4', { variables: 2, expand: intoMap(true), complaint: simpleName }],
])

/** The expansion of a call; `undefined` if the call is not a macro. */
export function expandMacro(call: Call): Expanded | undefined {
  const { name, target, args } = call
  if (target === undefined) return name === 'has' && args.length === 1 ? expandHas(call) : undefined
  const loop = loops.get(`${name}/${args.length}`)
  if (loop !== undefined) return expandLoop(call, loop)
  if (args.length !== 2) return undefined
  if (name === 'optMap' || name === 'optFlatMap') return expandOptional(call)
  return name === 'sortBy' ? expandSortBy(call) : undefined
}

function expandHas(call: Call): Expanded {
  const [arg] = call.args
  if (arg?.kind === 'select') return new Template(call).test(arg.operand, arg.field)
  return { problem: 'invalid argument to has() macro', offset: arg!.offset }
}

function expandLoop(call: Call, { variables: count, expand, complaint }: Loop): Expanded {
  const first = call.args[0]!
  if (first.kind !== 'identifier') return { problem: complaint, offset: first.offset }
  const second = count === 2 ? call.args[1] : undefined
  if (second === undefined) {
    return expand(new Template(call), { first: first.name, second: undefined }, call.args.slice(1))
  }
  if (second.kind !== 'identifier') return { problem: complaint, offset: second.offset }
  if (first.name === second.name) return { problem: `duplicate variable name: ${first.name}`, offset: second.offset }
  return expand(new Template(call), { first: first.name, second: second.name }, call.args.slice(2))
}

/** The optional is evaluated twice, as on the server: for `hasValue` and for `value`. */
function expandOptional(call: Call): Expanded {
  const [variable, body] = call.args
  if (variable!.kind !== 'identifier') {
    return { problem: `${call.name}() variable name must be a simple identifier`, offset: variable!.offset }
  }
  const t = new Template(call)
  const bound = t.bind(variable!.name, t.method('value', t.target), body!)
  const present = call.name === 'optMap' ? t.call('optional.of', bound) : bound
  return t.call('_?_:_', t.method('hasValue', t.target), present, t.call('optional.none'))
}

function expandSortBy(call: Call): Expanded {
  const t = new Template(call)
  if (!['list', 'select', 'identifier', 'comprehension', 'call'].includes(t.target.kind)) {
    const problem = 'sortBy can only be applied to a list, identifier, comprehension, call or select expression'
    return { problem, offset: t.target.offset }
  }
  const input = '@__sortBy_input__'
  const keys = expandLoop({ ...call, target: t.name(input) }, loops.get('map/2')!)
  return 'problem' in keys ? keys : t.bind(input, t.target, t.method('@sortByAssociatedKeys', t.name(input), keys))
}
