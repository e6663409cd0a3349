/** Runs an exploration in a process of its own, shows how far it is, and tells what it found. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseDuration } from '@kubewright/core'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { cliErrors } from '../errors.ts'
import { startOwnProcess } from '../project/own-process.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { ExplorationAnswer, ExplorationReport, ExplorationRequest } from './exploration-answer.ts'
import type { ExploreCommandOptions } from './explore-command.ts'
import { savePlans } from './saved-plans.ts'
import { listenFor } from './silence.ts'

const command = { name: 'explore' }
const strategies = ['single', 'declarations', 'combined', 'random', 'pct', 'depth-first']

export async function runExplore(input: Input, terminal: Terminal): Promise<ExitCode> {
  const { options, args, isJson } = input as Input<ExploreCommandOptions>
  const path = resolve(terminal.cwd, args[0]!)
  if (!existsSync(path)) throw unusable(path, terminal, 'there is no such file', 'Name the file that declares it.')
  if (statSync(path).isDirectory()) throw unusable(path, terminal, 'it is a folder', 'Name the file that declares it.')
  const request = requestOf(options, terminal)
  const folder = options.save === undefined ? undefined : folderFor(options.save, terminal)
  const report = await ask(path, request, { terminal, plan: options.plan })
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
    throw usageError(command, `--runs ${runs} is no number above zero`)
  const names = strategy?.split(',')
  const unknown = names?.find((name) => !strategies.includes(name))
  if (unknown !== undefined)
    throw usageError(command, `${JSON.stringify(unknown)} is no strategy: there are ${strategies.join(', ')}`)
  if (plan !== undefined && started !== undefined)
    throw usageError(command, '--plan starts what FILE says: leave --process out')
  if (plan !== undefined) checkAlone({ seed, budget, runs, strategy, coverage: coverage || undefined })
  const planPath = plan === undefined ? undefined : resolve(cwd, plan)
  if (planPath !== undefined && !existsSync(planPath)) throw usageError(command, `there is no ${plan}`)
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

/** A plan has its own seed, and is one run. Failure: `KW_CLI_USAGE`. */
function checkAlone(others: Readonly<Record<string, unknown>>): void {
  const [given] = Object.keys(others).filter((name) => others[name] !== undefined)
  if (given !== undefined)
    throw usageError(command, `--plan plays one plan, with the seed it has: leave --${given} out`)
}

/** It is made before anything is explored: who cannot write there need not wait for it. Failure: `KW_CLI_USAGE`. */
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

interface Asked {
  readonly terminal: Terminal
  /** The file of the plan, if one is played again. */
  readonly plan: string | undefined
}

async function ask(path: string, request: ExplorationRequest, { terminal, plan }: Asked): Promise<ExplorationReport> {
  const child = startOwnProcess(['explore-file', path, JSON.stringify(request)], { cwd: terminal.cwd, terminal })
  const { answer, said, code, hasGoneSilent } = await answerOf(child, terminal)
  terminal.signal.throwIfAborted()
  if (terminal.stderr.isTTY) terminal.stderr.write('\r\u001b[K')
  if (hasGoneSilent) throw unusable(path, terminal, 'one run of it does not end', howToEnd)
  if (answer === undefined || 'progress' in answer) {
    // It has ended itself, and says why.
    if (code === null && said !== '') throw unusable(path, terminal, `it was ended:\n\n${said.trim()}\n\n`, howToRead)
    // Node's own way to say that it waits for nothing.
    if (code === 13) throw unusable(path, terminal, 'it waits for something that never comes', howToSettle)
    throw unusable(
      path,
      terminal,
      `exploring ended with exit code ${code}${said === '' ? '' : `:\n${said}`}`,
      howToRead,
    )
  }
  if ('report' in answer) return answer.report
  if ('problem' in answer) throw unusable(path, terminal, answer.problem)
  const { message, code: kind, at } = answer.error
  const why = `${message}${at === undefined ? '' : ` (${at})`}`
  throw kind === 'KW_TESTING_PLAN' ? unplayable(String(plan), message) : unusable(path, terminal, why, howToRead)
}

const howToEnd =
  'Look for a loop that never waits, or a scenario without an end: start it with `node --inspect` in a test to see where it is.'
const howToSettle =
  'Look for a promise that nobody settles: in the file itself, in an invariant, or in what is outside.'
const howToRead = 'Correct that, and explore again.'

interface Heard {
  readonly answer: ExplorationAnswer | undefined
  /** What it wrote. */
  readonly said: string
  readonly code: number | null
  readonly hasGoneSilent: boolean
}

async function answerOf(child: ChildProcess, terminal: Terminal): Promise<Heard> {
  let [answer, said, hasGoneSilent]: [ExplorationAnswer | undefined, string, boolean] = [undefined, '', false]
  using silence = listenFor(terminal, () => {
    hasGoneSilent = true
    child.kill('SIGKILL')
  })
  child.on('message', (message) => {
    const told = message as ExplorationAnswer
    silence.isBroken()
    if ('progress' in told) return show(told.progress, terminal)
    answer = told
    child.kill('SIGKILL') // whatever the operator left behind would keep it, and us, for ever
  })
  child.stdout?.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((ended, failed) => child.on('error', failed).on('close', ended))
  return { answer, said, code, hasGoneSilent }
}

function show(
  { strategy, runs, failures }: { strategy: string; runs: number; failures: number },
  { stderr }: Terminal,
) {
  if (!stderr.isTTY) return
  const found = failures === 0 ? 'nothing found' : `${failures} found`
  stderr.write(`\r\u001b[K${strategy}: ${runs} runs, ${found}`)
}

function textOf({ story, coverage, seed }: ExplorationReport, saved: readonly string[], { cwd }: Terminal): string {
  const missed = coverage === undefined ? [] : ['', 'No run came to:', ...coverage.missed.map((one) => `  ${one}`)]
  const files = saved.length === 0 ? [] : ['', 'Written:', ...saved.map((path) => `  ${relative(cwd, path)}`)]
  const seeded = seed === undefined ? [] : ['', `Seed: ${seed}`]
  return `${[story, ...missed, ...files, ...seeded].join('\n')}\n`
}

/** @param why as the testing package says it, which knows no files */
function unplayable(plan: string, why: string): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `play ${plan} again`,
    why: why
      .replace(/^Cannot [^:]+: /, '')
      .replace(/ Use a file that .*$/, '')
      .replace(/\.$/, ''),
    next: 'Use a file that `kubewright explore --save` wrote.',
    details: { plan },
  })
}

const howToExport = 'Export it: export default defineExploration({ resources, controllers, scenario }).'

function unusable(path: string, { cwd }: Terminal, why: string, next = howToExport): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `explore ${relative(cwd, path)}`,
    why,
    next,
    details: { path },
  })
}
