/** Runs the checks in order and skips those that depend on a failed one. */
import { type Client, createClient } from '@kubewright/client'
import { isKubewrightError } from '@kubewright/core'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { connectionOf } from '../project/connection.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { paintFor } from '../terminal/paint.ts'
import { counted } from '../terminal/counted.ts'
import { indented } from '../terminal/indented.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { diagnoseAccount, diagnoseDefinitions, diagnosePermissions, diagnoseServer } from './cluster-health.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { DoctorOptions } from './doctor-command.ts'
import { diagnoseNode } from './machine.ts'

export async function runDoctor({ options, isJson }: Input<DoctorOptions>, terminal: Terminal): Promise<ExitCode> {
  const { project, diagnosis } = await diagnoseProject(options.config, terminal)
  const cluster = await withProgress(terminal, 'checking the cluster', () =>
    diagnoseCluster(options, project, terminal),
  )
  const all = [diagnoseNode(process.versions.node), diagnosis, ...cluster]
  const isWell = all.every(({ state }) => state !== 'problem')
  if (isJson) terminal.stdout.write(`${JSON.stringify({ ok: isWell, diagnoses: all }, undefined, 2)}\n`)
  else terminal.stdout.write(report(all, terminal))
  return isWell ? 0 : 1
}

async function diagnoseProject(
  config: string | undefined,
  terminal: Terminal,
): Promise<{ readonly project?: Project; readonly diagnosis: Diagnosis }> {
  try {
    const project = await loadProject(config, terminal)
    const { name, crds, controllers } = project
    const text = `${name}: ${counted(crds.length, 'resource')}, ${counted(controllers.length, 'controller')}`
    return { project, diagnosis: { name: 'project', state: 'fine', text } }
  } catch (error) {
    terminal.signal.throwIfAborted()
    const isNone = isKubewrightError(error, 'KW_CLI_NO_PROJECT')
    const text = isNone ? 'this folder has no kubewright.config.ts' : (error as Error).message
    return { diagnosis: { name: 'project', state: isNone ? 'skipped' : 'problem', text } }
  }
}

async function diagnoseCluster(
  options: Input<DoctorOptions>['options'],
  project: Project | undefined,
  terminal: Terminal,
): Promise<readonly Diagnosis[]> {
  const { signal } = terminal
  try {
    const connection = await connectionOf(options, terminal)
    await using client = createClient(connection, { fieldManager: 'kubewright-doctor' })
    const server = await diagnoseServer(client, connection.server, signal)
    return [server, ...(await diagnoseInside(client, project, signal))]
  } catch (error) {
    signal.throwIfAborted()
    const next = 'To start a local cluster: kubewright cluster'
    const text = (error as Error).message
    const rest = ['account', 'definitions', 'permissions']
    return [
      { name: 'cluster', state: 'problem', text, next },
      ...rest.map((name): Diagnosis => ({ name, state: 'skipped', text: 'skipped, no cluster is reachable' })),
    ]
  }
}

async function diagnoseInside(
  client: Client,
  project: Project | undefined,
  signal: AbortSignal,
): Promise<readonly Diagnosis[]> {
  const account = await diagnoseAccount(client, signal)
  if (project === undefined) return [account]
  return [
    account,
    await diagnoseDefinitions(client, project, signal),
    await diagnosePermissions(client, project, signal),
  ]
}

function report(all: readonly Diagnosis[], terminal: Terminal): string {
  const paint = paintFor(terminal.stdout, terminal)
  const marks = {
    fine: paint.green('✓'),
    warning: paint.yellow('!'),
    problem: paint.red('✗'),
    skipped: paint.dim('-'),
  }
  const width = Math.max(...all.map(({ name }) => name.length))
  const lines = all.flatMap(({ name, state, text, next }) => [
    `${marks[state]} ${name.padEnd(width)}  ${indented(text, ' '.repeat(width + 4))}`,
    ...(next === undefined ? [] : [`  ${' '.repeat(width)}  ${next}`]),
  ])
  return `${lines.join('\n')}\n`
}
