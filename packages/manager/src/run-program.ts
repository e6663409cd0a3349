/** The outermost function of a program: runs it until the process is told to stop, and says once why it failed. */
import { isKubewrightError, type Logger } from '@kubewright/core'
import { createLogger } from './log/create-logger.ts'
import { settingsFrom } from './manager-flags.ts'
import { wasLogged } from './logged-errors.ts'
import { untilSignal } from './until-signal.ts'

export interface ProgramOptions {
  /** Where a failure is said that nobody has logged yet. @default as a manager's, by `KUBEWRIGHT_LOG_FORMAT` */
  readonly log?: Logger
  /** Ends the process. @default process.exit */
  readonly exit?: (code: number) => void
}

/**
 * Runs `program` with a signal that is aborted by SIGTERM and SIGINT. A failure is one entry in the log and exit code 1, instead of
 * what Node prints of an error that nobody caught. A manager that failed has logged it already.
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
  { log, exit = (code) => process.exit(code) }: ProgramOptions = {},
): Promise<void> {
  using signal = untilSignal()
  try {
    await program(signal)
  } catch (error) {
    if (!wasLogged(error)) logFailure(log ?? loggerFromEnvironment(), error)
    exit(1) // whatever the program has left open must not keep a process that has failed
  }
}

/** What an error of ours says is enough; where another one comes from says more than its message. */
function logFailure(log: Logger, error: unknown): void {
  if (!isKubewrightError(error)) return log.error('program failed', { error })
  log.error(error.message, { code: error.code, more: `kubewright explain ${error.code}` })
}

function loggerFromEnvironment(): Logger {
  try {
    const { logFormat: format } = settingsFrom(process.env)
    return createLogger(format === undefined ? {} : { format })
  } catch {
    return createLogger() // that a variable cannot be used may be the very failure
  }
}
