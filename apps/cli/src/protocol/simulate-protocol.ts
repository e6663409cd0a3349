/** `kubewright protocol simulate`: steps through a protocol, from a script or interactively. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isKubewrightError } from '@kubewright/core'
import { formatState, formatStep, simulate, type Simulation } from '@kubewright/protocol'
import { cliErrors } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { parseState } from './parse-state.ts'
import type { ProtocolAnswer, ProtocolRun } from './run-protocol.ts'

export async function simulateProtocol(run: ProtocolRun): Promise<ProtocolAnswer> {
  const { topology, options, terminal } = run
  const start = simulate(topology, parseState(options.from, topology))
  if (options.script === undefined) return await interactive(start, run)
  return answerOf(start.run(await scriptIn(options.script, terminal.cwd)))
}

async function scriptIn(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8')
  } catch (cause) {
    throw cliErrors('KW_CLI_PROTOCOL', {
      what: `read the script ${file}`,
      why: cause instanceof Error ? cause.message : String(cause),
      next: 'Check the path.',
      cause,
    })
  }
}

async function interactive(start: Simulation, { terminal, paint }: ProtocolRun): Promise<ProtocolAnswer> {
  const { ask } = terminal
  if (ask === undefined)
    throw cliErrors('KW_CLI_USAGE', {
      what: 'simulate without a terminal',
      why: 'the steps are chosen interactively',
      next: 'Pass the steps in a file: --script steps.txt.',
    })
  let at = start
  while (!terminal.signal.aborted) {
    terminal.stderr.write(screen(at, paint))
    const answer = (await ask('step (a number or its text; settle, undo, or Enter to end): ')).trim()
    if (answer === '' || answer === 'quit') break
    try {
      at = at.run(textOf(answer, at))
    } catch (error) {
      if (!isKubewrightError(error)) throw error
      terminal.stderr.write(`${paint.red(error.message)}\n`)
    }
  }
  return answerOf(at)
}

function textOf(answer: string, at: Simulation): string {
  const step = /^\d+$/.test(answer) ? at.enabled[Number(answer) - 1] : undefined
  return step === undefined ? answer : stepText(step, at)
}

/** Steps with the same text are distinguished by their start state. */
function stepText(step: Simulation['enabled'][number], at: Simulation): string {
  const line = formatStep(step)
  return at.enabled.filter((other) => formatStep(other) === line).length > 1 ? `${line} from ${step.from}` : line
}

function screen(at: Simulation, paint: Paint): string {
  const faults = at.faults.map(({ node, requirement }) => `  ${paint.red('fault')} ${node} needs ${requirement}\n`)
  const steps = at.enabled.map((step, index) => {
    const isChance = step.kind === 'operation' && !step.controllable
    const text = `${stepText(step, at)} ${paint.dim(`${step.from} → ${step.to}`)}`
    return `  ${String(index + 1).padStart(2)}  ${isChance ? paint.yellow(text) : text}\n`
  })
  return `\n${paint.bold(formatState(at.state))}\n${faults.join('')}${steps.join('')}`
}

function answerOf(at: Simulation): ProtocolAnswer {
  const steps = at.history.map(formatStep)
  return {
    value: { state: at.state, steps, faults: at.faults.map(({ node, requirement }) => ({ node, requirement })) },
    text: `${steps.map((step) => `${step}\n`).join('')}${formatState(at.state)}\n`,
  }
}
