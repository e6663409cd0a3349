/** The fields of a plan in a file. Pure. */
import {
  type Check,
  hasFields,
  isAnything,
  isListOf,
  isNumber,
  isOfType,
  isOneOf,
  isText,
  maybe,
} from './file-fields.ts'
import type { Declared, PlannedFault, Schedule } from './plan.ts'

/** Every form of `Union` with every field it has. */
export type FormsOf<Union extends { readonly type: string }> = {
  readonly [Type in Union['type']]: Readonly<
    Record<Exclude<KeysOf<Extract<Union, { readonly type: Type }>>, 'type'>, Check>
  >
}

type KeysOf<Form> = Extract<keyof Form, string>

export const step = isNumber(0)
const at = hasFields({ call: isText, nth: isNumber(1) })
const from = hasFields({ kind: isText, nth: isNumber(1) })
export const status = isOneOf(400, 403, 404, 409, 422, 429, 500, 503, 504)
const until = isOneOf('rest', 'step')
export const after = isOneOf('told', 'relisted')
/** Limited because each priority change is drawn; more changes than steps have no effect. */
const changes = isNumber(0, 10_000)

/** Exactly one of the four forms. */
const isOutageOf: Check = (value, place) => {
  const forms = [
    hasFields({ call: isText }),
    hasFields({ kind: isText }),
    hasFields({ thing: isText }),
    hasFields({ link: isText }),
  ]
  const problems = forms.map((form) => form(value, place))
  return problems.includes(undefined)
    ? undefined
    : `${place} has to name a call, a kind, an external service (\`thing\`) or a link`
}

const faults: FormsOf<PlannedFault> = {
  fail: { at, status },
  unsent: { at },
  lost: { at },
  crash: { at, when: isOneOf('before', 'after') },
  overlap: { at, until },
  handover: { at, to: maybe(isOneOf('standby')) },
  hold: { from, until, after },
  expire: { from },
  outage: {
    of: isOutageOf,
    step: isNumber(1),
    steps: maybe(isNumber(1)),
    answer: isOneOf(409, 429, 500, 503, 504, 'timeout', 'cut', 'lost', 'slow'),
  },
  hurry: { step },
  restart: { step },
}

const schedules: FormsOf<Schedule> = {
  'in-order': {},
  random: { seed: isText },
  pct: { seed: isText, changes },
  picked: { picks: isListOf(hasFields({ at: step, take: isText })) },
}

const declarations: FormsOf<Declared> = {
  'at-once': { step },
  back: { from: step, to: step },
  value: {
    step,
    object: isText,
    path: isListOf(isText),
    sort: isOneOf('valid', 'boundary', 'wrong'),
    value: isAnything,
  },
}

export const isPlan: Check = hasFields({
  schedule: isOfType(schedules),
  faults: isListOf(isOfType(faults)),
  declares: maybe(isOfType(declarations)),
})
