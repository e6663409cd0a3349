/** The message and the exit code of a failed command. */
import { isKubewrightError } from '@kubewright/core'
import { indented } from '../terminal/indented.ts'
import type { ExitCode } from './exit-code.ts'

export interface FailureContext {
  readonly isJson: boolean
  /** Whether the command was interrupted, which is then the reason of the failure. */
  readonly isStopped: boolean
}

export function formatFailure(
  error: unknown,
  { isJson, isStopped }: FailureContext,
): { readonly stdout: string; readonly stderr: string } {
  const message = error instanceof Error ? error.message : String(error)
  const code = isKubewrightError(error) ? error.code : undefined
  if (isJson) {
    const details = isKubewrightError(error) ? error.details : {}
    return { stdout: `${JSON.stringify({ error: { code, message, details } }, undefined, 2)}\n`, stderr: '' }
  }
  if (isStopped) return { stdout: '', stderr: 'kubewright: stopped\n' }
  const more = code === 'KW_CLI_USAGE' ? '' : `  ${moreAbout(code, error)}\n`
  return { stdout: '', stderr: `kubewright: ${indented(message)}\n${more}` }
}

export function exitCodeOf(error: unknown, isStopped: boolean): ExitCode {
  if (isStopped) return 130
  return isKubewrightError(error, 'KW_CLI_USAGE') ? 2 : 3
}

/** An error without a code is a bug or a fault of the machine: its stack helps more than its message. */
function moreAbout(code: string | undefined, error: unknown): string {
  if (code !== undefined) return `${code}: kubewright explain ${code}`
  const isIncomplete = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND'
  return isIncomplete ? 'A package is not installed; run: npm install' : 'Set KUBEWRIGHT_DEBUG=1 for a stack trace.'
}

/** Whether a failure is reported as JSON. Reads the raw arguments, because parsing them may be what failed. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}
