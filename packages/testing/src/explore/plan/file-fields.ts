/** Validates untrusted file contents: finds the first wrong place. Pure. */
import { isJsonObject } from '@kubewright/core/json'

/** The problem with its place, or `undefined` if the value is valid. @param at `plan.faults[2].at` */
export type Check = (value: unknown, at: string) => string | undefined

export const isText: Check = (value, at) =>
  typeof value === 'string' && value !== '' ? undefined : `${at} is ${shown(value)}, and has to be a text`

export const isFlag: Check = (value, at) =>
  typeof value === 'boolean' ? undefined : `${at} is ${shown(value)}, and has to be true or false`

export const isAnything: Check = () => undefined

export function isNumber(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  return (value, at) => {
    const isIt = Number.isInteger(value) && (value as number) >= least && (value as number) <= most
    if (isIt) return undefined
    const until = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`
    return `${at} is ${shown(value)}, and has to be a whole number of at least ${least}${until}`
  }
}

export function isOneOf(...values: readonly (string | number)[]): Check {
  return (value, at) =>
    values.includes(value as string) ? undefined : `${at} is ${shown(value)}, and has to be one of ${values.join(', ')}`
}

export function maybe(check: Check): Check {
  return (value, at) => (value === undefined ? undefined : check(value, at))
}

/** A list with a limit on its length. */
export function isListOf(check: Check, most = 10_000): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} is ${shown(value)}, and has to be a list`
    if (value.length > most) return `${at} has ${value.length} entries, and at most ${most} make sense`
    return first(value.map((item, place) => () => check(item, `${at}[${place}]`)))
  }
}

/** Exactly these fields: an unknown one is most likely a typo. */
export function hasFields(fields: Readonly<Record<string, Check>>): Check {
  return (value, at) => {
    if (!isJsonObject(value)) return `${at} is ${shown(value)}, and has to be an object`
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined)
      return `${at}.${unknown} is unknown; the fields are: ${Object.keys(fields).join(', ') || 'none'}`
    return first(
      Object.entries(fields).map(
        ([name, check]) =>
          () =>
            check(value[name], `${at}.${name}`),
      ),
    )
  }
}

/** One of several forms, distinguished by the field `type`. */
export function isOfType(forms: Readonly<Record<string, Readonly<Record<string, Check>>>>): Check {
  const types = Object.keys(forms)
  return (value, at) => {
    if (!isJsonObject(value)) return `${at} is ${shown(value)}, and has to be an object`
    const { type } = value
    const wrong = isOneOf(...types)(type, `${at}.type`)
    return wrong ?? hasFields({ type: isText, ...forms[type as string] })(value, at)
  }
}

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const wrong = check()
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Limits the length: files may hold anything. */
function shown(value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) return 'not there'
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
