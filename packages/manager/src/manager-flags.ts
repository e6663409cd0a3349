/** Settings from the command line and from the environment. */
import { nearestName } from '@kubewright/core/input'
import { managerErrors } from './errors.ts'
import { assertFunctionForm } from './manager-form.ts'
import { type ManagerSettings, managerSettings, type Setting } from './settings-table.ts'

/** Settings from flags; pass it to `createManager` as `flags`. */
export interface ManagerFlags extends Partial<ManagerSettings> {
  /** Arguments that are not manager flags, in order, for the program itself. */
  readonly rest: readonly string[]
}

const rows = Object.entries(managerSettings) as readonly (readonly [keyof ManagerSettings, Setting])[]

/** Options of `managerFlags`. */
export interface ManagerFlagsOptions {
  /** Whether arguments that are not manager flags are kept in `rest`, or refused. @default 'keep' */
  readonly others?: 'keep' | 'refuse'
}

/**
 * Parses the manager's flags, `--health-port=8081` or `--health-port 8081`, and leaves all other arguments alone.
 *
 * Failure: `KW_MANAGER_OPTION` for an invalid value, and for another argument if `others` is `refuse`.
 *
 * @example
 * ```ts
 * const { rest, ...flags } = managerFlags(['--health-port=8081', '--zone', 'eu', '--log-level', 'debug'])
 * flags // => { healthPort: 8081, logLevel: 'debug' }
 * rest // => ['--zone', 'eu']
 * ```
 */
export function managerFlags(
  argv: readonly string[] = process.argv.slice(2),
  options: ManagerFlagsOptions = {},
): ManagerFlags {
  assertFunctionForm('managerFlags', 'read the command line', options)
  const { others = 'keep' } = options
  const found: Partial<Record<keyof ManagerSettings, unknown>> = {}
  const rest: string[] = []
  const waiting = [...argv]
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    const [name, ...value] = word.split('=')
    const row = rows.find(([, { flag }]) => `--${flag}` === name)
    if (row === undefined && others === 'refuse') throw unknownArgument(name!)
    if (row === undefined) rest.push(word)
    else found[row[0]] = parse(row[1], value.length === 0 ? waiting.shift() : value.join('='), `--${row[1].flag}`)
  }
  return { ...found, rest } as ManagerFlags
}

/** Failure: `KW_MANAGER_OPTION` for an invalid value. An empty variable counts as unset. */
export function settingsFrom(environment: Readonly<Record<string, string | undefined>>): Partial<ManagerSettings> {
  const found = rows.flatMap(([name, setting]) => {
    const value = environment[setting.variable]
    return value === undefined || value === '' ? [] : [[name, parse(setting, value, setting.variable)] as const]
  })
  return Object.fromEntries(found) as Partial<ManagerSettings>
}

/** Variables that look like a misspelt setting, with the setting's variable. Programs may have variables of their own. */
export function misspeltVariables(
  environment: Readonly<Record<string, string | undefined>>,
): readonly { readonly variable: string; readonly meant: string }[] {
  const known = rows.map(([, { variable }]) => variable)
  return Object.keys(environment).flatMap((variable) => {
    if (!variable.startsWith('KUBEWRIGHT_') || known.includes(variable)) return []
    const meant = nearestName(variable, known)
    return meant === undefined ? [] : [{ variable, meant }]
  })
}

function unknownArgument(name: string): Error {
  const flags = rows.map(([, { flag }]) => `--${flag}`)
  const near = nearestName(name, flags)
  return managerErrors('KW_MANAGER_OPTION', {
    what: 'read the command line',
    why: `there is no flag ${name}${near === undefined ? '' : `: did you mean ${near}?`}`,
    next: `The flags are ${flags.join(', ')}.`,
    details: { option: name },
  })
}

/** The flags formatted for `--help`. */
export function formatManagerFlags(): string {
  const lines = rows.map(([, { flag, takes, help }]) => [`  --${flag} <${takes}>`, help] as const)
  const width = Math.max(...lines.map(([head]) => head.length))
  return lines.map(([head, help]) => `${head.padEnd(width)}  ${help}\n`).join('')
}

function parse(setting: Setting, text: string | undefined, name: string): unknown {
  const value = text === undefined ? undefined : setting.parse(text)
  if (value !== undefined) return value
  throw managerErrors('KW_MANAGER_OPTION', {
    what: `use ${name}`,
    why: text === undefined ? 'it has no value' : `${JSON.stringify(text)} is not ${setting.takes}`,
    next: `Give it ${setting.takes}${setting.form === undefined ? '' : `: ${setting.form}`}.`,
    details: { option: name },
  })
}
