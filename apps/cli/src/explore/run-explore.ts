/** Runs an exploration in a process of its own, shows how far it is, and tells what it found. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseDuration } from '@kubewright/core'
import type { Input } from '../command/command.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { usageError } from '../command/parse-input.ts'
import { cliErrors } from '../errors.ts'
import { startOwnProcess } from '../project/own-process.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { ExplorationAnswer, ExplorationReport, ExplorationRequest, ExploredFailure } from './exploration-answer.ts'
import type { ExploreCommandOptions } from './explore-command.ts'

const command = { name: 'explore' }
const strategies = ['single', 'declarations', 'combined', 'random', 'pct', 'depth-first']

export async function runExplore(input: Input, terminal: Terminal): Promise<ExitCode> {
  const { options, args, isJson } = input as Input<ExploreCommandOptions>
  const path = resolve(terminal.cwd, args[0]!)
  if (!existsSync(path)) throw unusable(path, terminal, 'there is no such file')
  const request = requestOf(options, terminal)
  const report = await ask(path, request, { terminal, plan: options.plan })
  const saved = options.save === undefined ? [] : save(report.failures, resolve(terminal.cwd, options.save))
  terminal.stdout.write(isJson ? `${JSON.stringify(report, undefined, 2)}\n` : textOf(report, saved, terminal))
  return report.failures.length === 0 ? 0 : 1
}

/** Failure: `KW_CLI_USAGE`. */
function requestOf(options: Input<ExploreCommandOptions>['options'], { cwd }: Terminal): ExplorationRequest {
  const { seed, budget, runs, strategy, plan, coverage, process: started } = options
  if (budget !== undefined) parseDuration(budget)
  if (runs !== undefined && !/^[1-9]\d*$/.test(runs))
    throw usageError(command, `--runs ${runs} is no number above zero`)
  const names = strategy?.split(',')
  const unknown = names?.find((name) => !strategies.includes(name))
  if (unknown !== undefined)
    throw usageError(command, `${JSON.stringify(unknown)} is no strategy: there are ${strategies.join(', ')}`)
  if (plan !== undefined && started !== undefined)
    throw usageError(command, '--plan starts what FILE says: leave --process out')
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

interface Asked {
  readonly terminal: Terminal
  /** The file of the plan, if one is played again. */
  readonly plan: string | undefined
}

async function ask(path: string, request: ExplorationRequest, { terminal, plan }: Asked): Promise<ExplorationReport> {
  const child = startOwnProcess(['explore-file', path, JSON.stringify(request)], { cwd: terminal.cwd, terminal })
  let answer: ExplorationAnswer | undefined
  let said = ''
  child.on('message', (message) => {
    const told = message as ExplorationAnswer
    if ('progress' in told) return show(told.progress, terminal)
    answer = told
    child.kill('SIGKILL') // whatever the operator left behind would keep it, and us, for ever
  })
  child.stdout?.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((ended, failed) => child.on('error', failed).on('close', ended))
  terminal.signal.throwIfAborted()
  if (terminal.stderr.isTTY) terminal.stderr.write('\r\u001b[K')
  if (answer === undefined || 'progress' in answer)
    throw unusable(path, terminal, `exploring ended with exit code ${code}${said === '' ? '' : `:\n${said}`}`)
  if ('report' in answer) return answer.report
  if ('problem' in answer) throw unusable(path, terminal, answer.problem)
  throw answer.error.code === 'KW_TESTING_PLAN'
    ? unplayable(String(plan), answer.error.message)
    : unusable(path, terminal, answer.error.message)
}

function show(
  { strategy, runs, failures }: { strategy: string; runs: number; failures: number },
  { stderr }: Terminal,
) {
  if (!stderr.isTTY) return
  const found = failures === 0 ? 'nothing found' : `${failures} found`
  stderr.write(`\r\u001b[K${strategy}: ${runs} runs, ${found}`)
}

function save(failures: readonly ExploredFailure[], folder: string): readonly string[] {
  if (failures.length > 0) mkdirSync(folder, { recursive: true })
  return failures.map(({ oracle, planFile }, at) => {
    const path = join(folder, `${oracle}-${at + 1}.json`)
    writeFileSync(path, planFile)
    return path
  })
}

function textOf({ story, coverage, seed }: ExplorationReport, saved: readonly string[], { cwd }: Terminal): string {
  const missed = coverage === undefined ? [] : ['', 'No run came to:', ...coverage.missed.map((one) => `  ${one}`)]
  const files = saved.length === 0 ? [] : ['', 'Written:', ...saved.map((path) => `  ${relative(cwd, path)}`)]
  const seeded = seed === undefined ? [] : ['', `Seed: ${seed}`]
  return `${[story, ...missed, ...files, ...seeded].join('\n')}\n`
}

function unplayable(plan: string, why: string): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `play ${plan} again`,
    why,
    next: 'Use a file that `kubewright explore --save` wrote.',
    details: { plan },
  })
}

function unusable(path: string, { cwd }: Terminal, why: string): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `explore ${relative(cwd, path)}`,
    why,
    next: 'Export it: export default defineExploration({ resources, controllers, scenario }).',
    details: { path },
  })
}
