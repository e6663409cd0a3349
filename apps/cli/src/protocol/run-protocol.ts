/** Runs one action of `kubewright protocol`. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Topology } from '@kubewright/protocol'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { cliErrors } from '../errors.ts'
import { type Paint, paintFor } from '../terminal/paint.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { loadTopology } from './load-topology.ts'
import type { ProtocolAction, ProtocolOptions } from './protocol-command.ts'

/** The result of an action, as text and as JSON. */
export interface ProtocolAnswer {
  /** The value for `--json`. */
  readonly value: unknown
  readonly text: string | Uint8Array
  /** Whether the action found a problem. */
  readonly isWrong?: boolean
}

export interface ProtocolRun {
  readonly topology: Topology
  readonly options: Input<ProtocolOptions>['options']
  readonly paint: Paint
  readonly terminal: Terminal
}

type Action = (run: ProtocolRun) => ProtocolAnswer | Promise<ProtocolAnswer>

/** Each loads its dependencies when it runs. */
const actions: Readonly<Record<ProtocolAction, () => Promise<Action>>> = {
  check: async () => (await import('./check-protocol.ts')).checkProtocol,
  simulate: async () => (await import('./simulate-protocol.ts')).simulateProtocol,
  plan: async () => (await import('./plan-protocol.ts')).planProtocol,
  faults: async () => (await import('./fault-table.ts')).faultTable,
  graph: async () => (await import('./draw-protocol.ts')).drawProtocol,
  import: async () => (await import('./convert-topology.ts')).asYaml,
  export: async () => (await import('./convert-topology.ts')).asCsar,
}

export async function runProtocol(input: Input<ProtocolOptions>, terminal: Terminal): Promise<ExitCode> {
  const [action = '', file = ''] = input.args
  const topology = await loadTopology(file, terminal.cwd)
  const run = await actions[action as ProtocolAction]()
  const paint = paintFor(terminal.stdout, terminal)
  const { value, text, isWrong = false } = await run({ topology, options: input.options, paint, terminal })
  const json = `${JSON.stringify(value, undefined, 2)}\n`
  if (input.options.out !== undefined) await writeFileOf(text, input.options.out, terminal)
  if (input.isJson) terminal.stdout.write(json)
  else if (input.options.out === undefined) writeText(text, terminal)
  return isWrong ? 1 : 0
}

async function writeFileOf(content: string | Uint8Array, out: string, terminal: Terminal): Promise<void> {
  await writeFile(resolve(terminal.cwd, out), content)
  terminal.stderr.write(`wrote ${out}\n`)
}

function writeText(content: string | Uint8Array, terminal: Terminal): void {
  if (typeof content === 'string') {
    terminal.stdout.write(content)
    return
  }
  throw cliErrors('KW_CLI_USAGE', {
    what: 'write an archive to the terminal',
    why: 'it is binary',
    next: 'Pass a file: --out shop.csar.',
  })
}
