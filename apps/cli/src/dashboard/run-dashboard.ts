/** Serves the dashboard of a cluster until its signal is aborted. */
import { createClient } from '@kubewright/client'
import { type AllowedAction, startDashboard } from '@kubewright/dashboard'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { parsePort } from '../command/parse-port.ts'
import { connectionOf } from '../project/connection.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { untilAborted } from '../terminal/until-aborted.ts'
import type { DashboardCommandOptions } from './dashboard-command.ts'

/** `reconcile` is left out: it needs an operator in the same process, or one started by kubewright dev. */
const actions: readonly AllowedAction[] = ['pause', 'edit', 'secrets']

/** Failure: `KW_CLI_USAGE`, `KW_DASHBOARD_PORT`, and as the client fails: the page could only show the same error. */
export async function runDashboard(
  { options, isJson }: Input<DashboardCommandOptions>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { ring, namespace } = options
  const [port, allow] = [parsePort('dashboard', options.port), parseActions(options.allow)]
  const connection = await connectionOf(options, terminal)
  const { clock, signal, stdout } = terminal
  await using client = createClient(connection, { fieldManager: 'kubewright-dashboard', clock })
  await client.request({ path: '/version', signal, timeout: '10s' })
  await using dashboard = await startDashboard({
    client,
    port,
    allow,
    access: 'open',
    tools: true,
    name: connection.server,
    clock,
    rings: { ...(ring === undefined ? {} : { ring }), ...(namespace === undefined ? {} : { namespace }) },
  })
  const { url } = dashboard
  stdout.write(
    isJson ? `${JSON.stringify({ url })}\n` : `The dashboard of ${connection.server}: ${url}\nCtrl-C stops it.\n`,
  )
  await untilAborted(signal)
  return 0
}

function parseActions(text: string | undefined): readonly AllowedAction[] {
  const words = text === undefined ? [] : text.split(',').map((word) => word.trim())
  const wrong = words.find((word) => !(actions as readonly string[]).includes(word))
  if (wrong === undefined) return words as AllowedAction[]
  throw usageError({ name: 'dashboard' }, `${JSON.stringify(wrong)} is not an action: use ${actions.join(', ')}`)
}
