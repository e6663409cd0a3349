/** The entry point of a program: runs it until the process is signalled to stop, and logs a failure once. */
import { isKubewrightError, type Logger } from '@kubewright/core'
import { createLogger } from './log/create-logger.ts'
import { assertFunctionForm } from './manager-form.ts'
import { settingsFrom } from './manager-flags.ts'
import { wasLogged } from './logged-errors.ts'
import { untilSignal } from './until-signal.ts'

/** Options of `runProgram`. */
export interface ProgramOptions {
  /** Receives a failure that has not been logged yet. @default as a manager's, by `KUBEWRIGHT_LOG_FORMAT` */
  readonly log?: Logger
  /** Ends the process. @default process.exit */
  readonly exit?: (code: number) => void
}

/**
 * Runs `program` with a signal that is aborted by SIGTERM and SIGINT. A failure becomes one log entry and exit code 1, instead of
 * Node's output for an uncaught error. A manager has logged its own failure already.
 *
 * @example
 * ```text
 * await runProgram(async (signal) => {
 *   const manager = createManager({ connection: await loadConfig(), controllers: [websites], flags: managerFlags() })
 *   await manager.run(signal)
 * })
 * ```
 */
export async function runProgram(
  program: (signal: AbortSignal) => Promise<void>,
  options: ProgramOptions = {},
): Promise<void> {
  assertFunctionForm('runProgram', 'run the program', options)
  const { log, exit = (code) => process.exit(code) } = options
  using signal = untilSignal()
  try {
    await program(signal)
  } catch (error) {
    if (!wasLogged(error)) logFailure(log ?? loggerFromEnvironment(), error)
    exit(1) // open handles must not keep a failed process alive
  }
}

/** Kubewright errors are logged by message; others with their stack. */
function logFailure(log: Logger, error: unknown): void {
  if (!isKubewrightError(error)) return log.error('program failed', { error })
  log.error(error.message, { code: error.code, more: `kubewright explain ${error.code}` })
}

function loggerFromEnvironment(): Logger {
  try {
    const { logFormat: format } = settingsFrom(process.env)
    return createLogger(format === undefined ? {} : { format })
  } catch {
    return createLogger() // an invalid variable may be the failure itself
  }
}
