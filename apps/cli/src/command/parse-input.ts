/** Parses and validates a command's arguments before anything runs. */
import { parseArgs } from 'node:util'
import { nearestName } from '@kubewright/core/input'
import { cliErrors } from '../errors.ts'
import type { Command, Input, OptionValues, Options } from './command.ts'

/** Options of every command. */
export const commonOptions = {
  json: { type: 'boolean', help: 'Print the result as JSON.' },
  help: { type: 'boolean', help: 'Print the arguments and options of the command.' },
} as const satisfies Options

export interface ParsedInput extends Input {
  readonly isHelp: boolean
}

/** Failure: `KW_CLI_USAGE`. */
export function parseInput(command: Command, argv: readonly string[]): ParsedInput {
  const end = argv.indexOf('--')
  const rest = end < 0 || command.rest === undefined ? [] : argv.slice(end + 1)
  const given = rest.length === 0 ? argv : argv.slice(0, end)
  const { values, positionals } = parse(command, given)
  const isHelp = values['help'] === true
  if (!isHelp) checkArguments(command, positionals)
  return { options: completed(command, values), args: positionals, rest, isJson: values['json'] === true, isHelp }
}

type Values = Readonly<Record<string, string | boolean | undefined>>

function parse(command: Command, argv: readonly string[]): { readonly values: Values; readonly positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...commonOptions }).map(([name, { type }]) => [name, { type }]),
  )
  const short = { help: { type: 'boolean', short: 'h' } } as const
  try {
    return parseArgs({ args: [...argv], options: { ...options, ...short }, allowPositionals: true }) as never
  } catch (error) {
    const why = sentenceOf((error as Error).message)
    const near = meantOption(error, Object.keys(options))
    throw usageError(command, near === undefined ? why : `${why}: did you mean --${near}?`)
  }
}

function meantOption(error: unknown, names: readonly string[]): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  const [, given] = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? (/'--([^']+)'/.exec(message) ?? []) : []
  return given === undefined ? undefined : nearestName(given, names)
}

/** Only the first sentence of Node's message names the option; the rest is noise. */
function sentenceOf(message: string): string {
  const [first = message] = message.split('. ')
  return first.charAt(0).toLowerCase() + first.slice(1)
}

function completed({ options }: Command, values: Values): OptionValues<Options> {
  const entries = Object.entries(options).map(([name, option]) => {
    return [name, values[name] ?? (option.type === 'boolean' ? false : option.default)]
  })
  return Object.fromEntries(entries) as OptionValues<Options>
}

function checkArguments(command: Command, given: readonly string[]): void {
  const { args = [] } = command
  const missing = args.find(({ isOptional = false }, index) => !isOptional && given[index] === undefined)
  if (missing !== undefined) throw usageError(command, `${missing.name} is missing`)
  const extra = given[args.length]
  if (extra !== undefined) throw usageError(command, `${JSON.stringify(extra)} is one argument too many`)
  for (const [index, { name, choices }] of args.entries()) {
    const value = given[index]
    if (value === undefined || choices === undefined || choices.includes(value)) continue
    throw usageError(command, `${JSON.stringify(value)} is not a valid ${name}: use one of ${choices.join(', ')}`)
  }
}

export function usageError({ name }: Pick<Command, 'name'>, why: string): Error {
  return cliErrors('KW_CLI_USAGE', {
    what: `run kubewright ${name}`,
    why,
    next: `For its arguments and options: kubewright ${name} --help`,
    details: { command: name },
  })
}
