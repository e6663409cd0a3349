/** The text of `--help`. */
import type { Argument, Command, Option } from './command.ts'
import { commonOptions } from './parse-input.ts'

const width = 100

export function formatCommandHelp(command: Command): string {
  const { summary, details, args = [], options, examples } = command
  const flags = Object.entries({ ...options, ...commonOptions }).map(
    ([name, option]) => [flagOf(name, option), textOf(option)] as const,
  )
  return sections([
    summary,
    details,
    `Usage: ${usageOf(command)}`,
    args.length === 0 ? undefined : `Arguments:\n${rows(args.map((arg) => [arg.name, helpOf(arg)] as const))}`,
    `Options:\n${rows(flags)}`,
    `Examples:\n${examples.map(({ line, says }) => `  # ${says}\n  ${line}`).join('\n')}`,
  ])
}

export function formatHelp(commands: readonly Command[]): string {
  return sections([
    'The toolkit for building Kubernetes operators in TypeScript.',
    'Usage: kubewright COMMAND [options]',
    `Commands:\n${rows(commands.map(({ name, summary }) => [name, summary] as const))}`,
    'Arguments and options: kubewright COMMAND --help. Exit codes: kubewright explain exit-codes',
  ])
}

/** `kubewright init DIR [options]` */
export function usageOf({ name, args = [], rest }: Command): string {
  const words = args.map((arg) => (arg.isOptional ? `[${arg.name}]` : arg.name))
  return ['kubewright', name, ...words, '[options]', ...(rest === undefined ? [] : [`[-- ${rest}]`])].join(' ')
}

export function flagOf(name: string, { takes = 'TEXT', type }: Option): string {
  return `--${name}${type === 'string' ? ` ${takes}` : ''}`
}

function textOf({ help, default: value }: Option): string {
  return value === undefined ? help : `${help} Default: ${value}`
}

function helpOf({ help, choices }: Argument): string {
  return choices === undefined ? help : `${help} One of: ${choices.join(', ')}.`
}

function sections(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function rows(pairs: readonly (readonly [string, string])[]): string {
  const indent = Math.max(...pairs.map(([left]) => left.length)) + 4
  return pairs.map(([left, right]) => `  ${left.padEnd(indent - 2)}${wrap(right, indent)}`).join('\n')
}

function wrap(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
