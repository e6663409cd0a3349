/** `kubewright explain`: the meaning of an error code, and how to fix it. */
import { defineCommand } from '../command/command.ts'
import { exitCodes } from '../command/exit-code.ts'
import { cliErrors } from '../errors.ts'
import { type Paint, paintFor } from '../terminal/paint.ts'
import { type ErrorCodeEntry, errorCodes } from './generated/error-codes.ts'
import { nearest } from './nearest.ts'

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Explain an error code: meaning, cause and remedy.',
  args: [
    {
      name: 'CODE',
      help: 'A code from a message or log, such as KW_LEASE_LOST, or exit-codes. Default: list all codes',
      isOptional: true,
    },
  ],
  options: {},
  examples: [
    { line: 'kubewright explain KW_LEASE_LOST', says: 'One code' },
    { line: 'kubewright explain', says: 'List all codes' },
    { line: 'kubewright explain exit-codes', says: 'The exit codes of this command' },
  ],
  async run({ args: [code], isJson }, terminal) {
    const paint = paintFor(terminal.stdout, terminal)
    const { value, text } = answer(code, paint)
    terminal.stdout.write(isJson ? `${JSON.stringify(value, undefined, 2)}\n` : text)
    return 0
  },
})

interface Answer {
  readonly value: unknown
  readonly text: string
}

function answer(code: string | undefined, paint: Paint): Answer {
  if (code === undefined) return { value: errorCodes, text: list(paint) }
  if (code === 'exit-codes') return { value: exitCodes, text: exitCodeLines(paint) }
  const entry = find(code)
  return { value: entry, text: describe(entry, paint) }
}

/** Failure: `KW_CLI_CODE`, with similar codes. */
function find(given: string): ErrorCodeEntry {
  const code = given.toUpperCase().replaceAll('-', '_')
  const wanted = code.startsWith('KW_') ? code : `KW_${code}`
  const found = errorCodes.find((one) => one.code === wanted)
  if (found !== undefined) return found
  const near = nearest(
    wanted,
    errorCodes.map((one) => one.code),
  )
  throw cliErrors('KW_CLI_CODE', {
    what: `explain ${given}`,
    why: 'no error has that code',
    next:
      near.length === 0
        ? 'All codes: kubewright explain'
        : `Did you mean ${near.join(', ')}? All codes: kubewright explain`,
    details: { code: given },
  })
}

function describe({ code, summary, cause, remedy, package: from }: ErrorCodeEntry, paint: Paint): string {
  return `${paint.bold(code)} ${paint.dim(`(${from})`)}\n\n${summary}\n\n${paint.yellow('Cause')}   ${cause}\n${paint.green('Remedy')}  ${remedy}\n`
}

function list(paint: Paint): string {
  const width = Math.max(...errorCodes.map(({ code }) => code.length))
  return errorCodes.map(({ code, summary }) => `${paint.bold(code.padEnd(width))}  ${summary}\n`).join('')
}

function exitCodeLines(paint: Paint): string {
  return Object.entries(exitCodes)
    .map(([code, text]) => `${paint.bold(code.padStart(3))}  ${text}\n`)
    .join('')
}
