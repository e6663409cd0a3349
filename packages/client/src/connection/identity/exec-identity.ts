/** Credentials from a plugin: runs it as kubectl does, with actionable errors. */
import { type Clock, type Duration, formatDuration, toMs } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import { type ConnectionInput, type ExecPlugin, isFromFile } from '../connection-config.ts'
import { connectionErrors } from '../errors.ts'
import { revealed } from '../secret-text.ts'
import { WatchedFile } from '../watched-file.ts'
import type { Environment } from '../wire/environment-proxy.ts'
import { formatExecInfo, parseExecCredential } from './exec-credential.ts'
import type { Obtained } from './expiring-identity.ts'
import { printable } from './printable.ts'
import { type ProgramResult, runProgram } from './run-program.ts'

export interface ExecSurroundings {
  readonly clock: Clock
  readonly env: Environment
  /** Whether standard input is a terminal. */
  readonly isTerminal: boolean
  readonly timeout: Duration
}

/** One run of the plugin. */
export async function obtainFromPlugin(
  plugin: ExecPlugin,
  connection: ConnectionInput,
  surroundings: ExecSurroundings,
  signal: AbortSignal,
): Promise<Obtained> {
  const { clock, env, isTerminal, timeout } = surroundings
  const isInteractive = plugin.interactiveMode !== 'Never' && isTerminal
  if (plugin.interactiveMode === 'Always' && !isTerminal) throw noTerminal(plugin)
  const info = { connection, ...(plugin.provideClusterInfo && (await caOf(connection, clock))) }
  using limit = deadline(clock, timeout, () => new Error('timeout'), signal)
  const result = await runProgram({
    command: plugin.command,
    args: (plugin.args ?? []).map(revealed),
    env: {
      ...env,
      ...Object.fromEntries(Object.entries(plugin.env ?? {}).map(([name, value]) => [name, revealed(value)])),
      KUBERNETES_EXEC_INFO: formatExecInfo(plugin, isInteractive, info),
    },
    isInteractive,
    signal: limit.signal,
  })
  signal.throwIfAborted()
  if (result.problem !== undefined || result.exit !== 0) throw failed(plugin, result, timeout)
  return parseExecCredential(plugin, result.stdout)
}

async function caOf({ ca }: ConnectionInput, clock: Clock): Promise<{ readonly ca?: string }> {
  if (ca === undefined) return {}
  return { ca: isFromFile(ca) ? await new WatchedFile(ca.file, 'the CA', clock).text() : ca }
}

function failed(plugin: ExecPlugin, result: ProgramResult, timeout: Duration): Error {
  if (result.problem === 'not found') return notInstalled(plugin)
  const said = printable(result.stderr)
  return connectionErrors('KW_CLIENT_EXEC_FAILED', {
    what: `get credentials from the plugin ${plugin.command}`,
    why: `${reasonOf(result, timeout)}${said === '' ? '' : `; its output: ${said}`}`,
    next: 'Run the plugin in a terminal; usually you have to log in again.',
    details: { command: plugin.command, exit: result.exit, stderr: said },
  })
}

function reasonOf({ problem, exit }: ProgramResult, timeout: Duration): string {
  if (problem === 'aborted') return `it did not finish within ${formatDuration(toMs(timeout))}`
  if (problem === 'too much output') return 'its output is too long for a credential'
  if (problem === 'not executable') return 'it is not executable'
  return problem === undefined ? `it ended with ${exit}` : 'it could not be started'
}

function notInstalled({ command, installHint }: ExecPlugin): Error {
  const hint = printable(installHint ?? '')
  return connectionErrors('KW_CLIENT_EXEC_NOT_FOUND', {
    what: `get credentials from the plugin ${command}`,
    why: 'it is not installed, or not on PATH',
    next: hint === '' ? 'Install it, or correct the command in the kubeconfig.' : `The kubeconfig says: ${hint}`,
    details: { command },
  })
}

function noTerminal({ command }: ExecPlugin): Error {
  return connectionErrors('KW_CLIENT_EXEC_FAILED', {
    what: `get credentials from the plugin ${command}`,
    why: 'it needs a terminal to prompt for a login, and standard input is not one',
    next: 'Run the program in a terminal, or use a plugin that logs in without a prompt.',
    details: { command },
  })
}
