/** Runs an exploration in a child process, shows its progress, and reports its findings. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseDuration } from '@kubewright/core'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { ownSequence } from '../terminal/own-sequence.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { ExplorationProgress, ExplorationReport, ExplorationRequest } from './exploration-answer.ts'
import { runExploration, unusable } from './exploration-process.ts'
import type { ExploreCommandOptions } from './explore-command.ts'
import { savePlans } from './saved-plans.ts'

const command = { name: 'explore' }
const strategies = ['single', 'outages', 'declarations', 'combined', 'random', 'pct', 'depth-first']

export async function runExplore(input: Input, terminal: Terminal): Promise<ExitCode> {
  const { options, args, isJson } = input as Input<ExploreCommandOptions>
  const path = resolve(terminal.cwd, args[0]!)
  if (!existsSync(path))
    throw unusable(path, terminal.cwd, 'there is no such file', 'Pass the file that exports the exploration.')
  if (statSync(path).isDirectory())
    throw unusable(path, terminal.cwd, 'it is a folder', 'Pass the file that exports the exploration.')
  const full = isJson || options.full
  const request = { ...requestOf(options, terminal), ...(full ? { full } : {}) }
  const folder = options.save === undefined ? undefined : folderFor(options.save, terminal)
  const report = await ask(path, request, terminal, options.plan)
  const saved = folder === undefined ? [] : savePlans(report.failures, folder)
  terminal.stdout.write(isJson ? `${JSON.stringify(report, undefined, 2)}\n` : textOf(report, saved, terminal))
  return report.failures.length === 0 ? 0 : 1
}

/** Failure: `KW_CLI_USAGE`. */
function requestOf(options: Input<ExploreCommandOptions>['options'], { cwd }: Terminal): ExplorationRequest {
  const { seed, budget, runs, strategy, plan, coverage, process: started } = options
  if (budget !== undefined && parseDuration(budget) === 0)
    throw usageError(command, `--budget ${budget} leaves no time to explore`)
  if (runs !== undefined && !/^[1-9]\d*$/.test(runs))
    throw usageError(command, `--runs ${runs} is not a number above zero`)
  const names = strategy?.split(',')
  const unknown = names?.find((name) => !strategies.includes(name))
  if (unknown !== undefined)
    throw usageError(command, `${JSON.stringify(unknown)} is not a strategy: use ${strategies.join(', ')}`)
  if (plan !== undefined && started !== undefined)
    throw usageError(command, '--plan uses the command in FILE: leave --process out')
  if (plan !== undefined) checkAlone({ seed, budget, runs, strategy, coverage: coverage || undefined })
  const planPath = plan === undefined ? undefined : resolve(cwd, plan)
  if (planPath !== undefined && !existsSync(planPath)) throw usageError(command, `the plan file ${plan} does not exist`)
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(budget === undefined ? {} : { time: budget }),
    ...(runs === undefined ? {} : { runs: Number(runs) }),
    ...(names === undefined ? {} : { strategies: names }),
    ...(coverage ? { coverage } : {}),
    ...(started === undefined ? {} : { process: started }),
    ...(planPath === undefined ? {} : { plan: readFileSync(planPath, 'utf8') }),
  }
}

/** A plan is a single run with its own seed. Failure: `KW_CLI_USAGE`. */
function checkAlone(others: Readonly<Record<string, unknown>>): void {
  const [given] = Object.keys(others).filter((name) => others[name] !== undefined)
  if (given !== undefined) throw usageError(command, `--plan replays one plan with its own seed: leave --${given} out`)
}

/** Created before the exploration, so that a missing write permission is reported at once. Failure: `KW_CLI_USAGE`. */
function folderFor(given: string, { cwd }: Terminal): string {
  const folder = resolve(cwd, given)
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw usageError(
      command,
      `--save ${given} cannot be made: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return folder
}

/** Progress is shown on the same line, which is cleared at the end. */
async function ask(
  path: string,
  request: ExplorationRequest,
  terminal: Terminal,
  plan: string | undefined,
): Promise<ExplorationReport> {
  const { cwd, environment, clock, signal, stderr } = terminal
  const clear = () => void (stderr.isTTY && stderr.write(ownSequence('\r\u001b[K')))
  try {
    return await runExploration(path, request, {
      cwd,
      environment,
      clock,
      signal,
      plan,
      onProgress: (progress) => show(progress, terminal),
      onSilence: () => {
        clear()
        stderr.write(`${stillTheSame}\n`)
      },
    })
  } finally {
    clear()
  }
}

const stillTheSame =
  'One run has taken more than 30 seconds. If a loop or the scenario never ends, stop it with Ctrl-C.'

function show({ strategy, runs, failures }: ExplorationProgress, { stderr }: Terminal) {
  if (!stderr.isTTY) return
  const found = failures === 0 ? 'nothing found' : `${failures} found`
  stderr.write(`${ownSequence('\r\u001b[K')}${strategy}: ${runs} runs, ${found}`)
}

function textOf(
  { story, fullStory, coverage, seed }: ExplorationReport,
  saved: readonly string[],
  { cwd }: Terminal,
): string {
  const missed =
    coverage === undefined ? [] : ['', 'Code that no run executed:', ...coverage.missed.map((one) => `  ${one}`)]
  const files = saved.length === 0 ? [] : ['', 'Written:', ...saved.map((path) => `  ${relative(cwd, path)}`)]
  const seeded = seed === undefined ? [] : ['', `Seed: ${seed}`]
  return `${[fullStory ?? story, ...missed, ...files, ...seeded].join('\n')}\n`
}
