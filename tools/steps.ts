/** Runs the commands of a check: one line for each that passes, the whole output for each that fails. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { endTree, ownGroup } from './process-tree.ts'
import { programCommand, surroundingsOf } from './program-command.ts'

export interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  /** The command that fixes the problems of this step, if there is one. */
  readonly repair?: string
  /** Extracts a remark from the output of a passed step. */
  readonly remark?: (output: string) => string | undefined
}

export interface StepResult {
  readonly step: Step
  readonly hasPassed: boolean
  readonly seconds: number
  readonly output: string
}

export interface RunOptions {
  readonly cwd: string
  /** @default console.log */
  readonly print?: (line: string) => void
}

/** One step, or several that run in parallel because each uses a single core. */
export type Stage = Step | readonly Step[]

/** A failure does not stop the others: one run shows all problems. */
export async function runSteps(stages: readonly Stage[], { cwd, print = console.log }: RunOptions): Promise<boolean> {
  const start = performance.now()
  const results: StepResult[] = []
  const width = Math.max(...stages.flat().map(({ name }) => name.length))
  for (const stage of stages) {
    const steps = [stage].flat()
    showRunning(steps)
    await Promise.all(
      steps.map(async (step) => {
        const result = await runStep(step, cwd)
        results.push(result)
        print(formatResult(result, width))
      }),
    )
  }
  print(formatSummary(results, (performance.now() - start) / 1000))
  return results.every(({ hasPassed }) => hasPassed)
}

export function formatResult({ step, hasPassed, seconds, output }: StepResult, width: number): string {
  const head = `${hasPassed ? '✓' : '✗'} ${step.name.padEnd(width)} ${seconds.toFixed(1).padStart(6)} s`
  if (!hasPassed) return `${head}\n\n${output.trimEnd()}\n`
  const remark = step.remark?.(output)
  return remark === undefined ? head : `${head}   ${remark}`
}

export function formatSummary(results: readonly StepResult[], seconds: number): string {
  const failed = results.filter(({ hasPassed }) => !hasPassed)
  if (failed.length === 0) return `\nAll ${results.length} steps passed in ${seconds.toFixed(0)} s.`
  const lines = failed.map(({ step }) => `  ${step.name}: ${step.repair ?? asTyped(step.command)}`)
  return `\n${failed.length} of ${results.length} steps failed. To mend them, or to see each again:\n${lines.join('\n')}`
}

/** Programs of installed packages are on the PATH of a step, but not on the user's. */
function asTyped([program, ...args]: Step['command']): string {
  return [...(['node', 'npm'].includes(program) ? [] : ['npx']), program, ...args].join(' ')
}

/** The count in Vitest's summary: `Tests  51 passed (51)`. */
export function countTests(output: string): string | undefined {
  const [, count] = /^\s*Tests\s+(\d+) passed/m.exec(stripVTControlCharacters(output)) ?? []
  return count === undefined ? undefined : `${count} tests`
}

function showRunning(steps: readonly Step[]): void {
  if (process.stdout.isTTY) process.stdout.write(`… ${steps.map(({ name }) => name).join(', ')}\r`)
}

/** A step that takes longer hangs and is reported. */
const limitMinutes = 10

/** Steps whose command has not ended. */
let running = 0

function runStep(step: Step, cwd: string): Promise<StepResult> {
  const start = performance.now()
  return new Promise((resolve) => {
    const child = startStep(step, cwd)
    const end = () => child.pid && endTree(child.pid)
    // Leaves the exit to the last of the steps that run in parallel, so that the processes of all of them end.
    const leave = () => {
      end()
      if (--running === 0) process.exit(130)
    }
    running++
    const alarm = setTimeout(() => {
      output += `\nEnded after ${limitMinutes} minutes: something hangs.\n`
      end()
    }, limitMinutes * 60_000)
    process.once('SIGINT', leave).once('SIGTERM', leave)

    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => (output += `${error.message}\n`))
    child.on('close', (code) => {
      clearTimeout(alarm)
      running--
      process.off('SIGINT', leave).off('SIGTERM', leave)
      resolve({ step, hasPassed: code === 0, seconds: (performance.now() - start) / 1000, output })
    })
  })
}

/** In its own process group where there are groups, so that everything the step starts can be ended with it. */
function startStep({ command }: Step, cwd: string) {
  const [program, ...args] = programCommand(command, surroundingsOf(cwd))
  const path = `${join(cwd, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  const env = { ...process.env, ...colour, PATH: path }
  return spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: ownGroup })
}
