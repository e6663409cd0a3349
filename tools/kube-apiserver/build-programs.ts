/**
 * Builds the programs from the Go module proxy, once per machine.
 *
 * Guarantees: the target directory appears atomically; of several concurrent processes, one builds and the others wait.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rename, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasCode, takeBuildLock } from './build-lock.ts'
import { type Progress, type Report, startProgress } from './progress.ts'
import { buildArguments, type ProgramName, programNames, type Recipe } from './recipe.ts'

const moduleDirectory = import.meta.dirname
const lowPriority = 10

export interface BuildOptions {
  readonly recipe: Recipe
  /** The directory for the binaries. */
  readonly target: string
  readonly report: Report
  /** The Go command. */
  readonly go?: string
}

export async function buildPrograms(options: BuildOptions): Promise<void> {
  const { target, report } = options
  await mkdir(dirname(target), { recursive: true })
  let waiting: Progress | undefined
  try {
    while (!(await isPresent(target))) {
      await using lock = await takeBuildLock(`${target}.lock`)
      if (lock && !(await isPresent(target))) await buildInto(lock.directory, options)
      if (!lock) {
        waiting ??= startProgress(report, 'waiting for another process that builds kube-apiserver')
        await sleep(500)
      }
    }
  } finally {
    waiting?.[Symbol.dispose]()
  }
}

async function buildInto(workshop: string, { recipe, target, report, go = 'go' }: BuildOptions): Promise<void> {
  await assertGo(go, recipe)
  const fresh = await mkdtemp(join(workshop, 'bin-'))
  report(`building kube-apiserver ${recipe.kubernetes} into ${target}, once; this takes several minutes`)
  for (const [index, program] of programNames.entries()) {
    using progress = startProgress(report, `[${index + 1}/${programNames.length}] ${program}`)
    await build(go, buildArguments(program, recipe, fresh), { program, progress })
  }
  await moveIntoPlace(fresh, target)
}

/** Losing the race to another builder is fine: the same recipe makes the same binaries. */
async function moveIntoPlace(fresh: string, target: string): Promise<void> {
  try {
    await rename(fresh, target)
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

interface Step {
  readonly program: ProgramName
  readonly progress: Progress
}

async function build(go: string, parameters: string[], { program, progress }: Step): Promise<void> {
  const child = spawn(go, parameters, {
    cwd: moduleDirectory,
    env: goEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  const said: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    said.push(line)
    progress.now = line.startsWith('go: ') ? line.slice('go: '.length) : `compiling ${line}`
  })
  const code = await exitOf(child)
  if (code === 0) return
  throw new Error(
    `Cannot build ${program}: go ${parameters[0]} ended with ${code}. ` +
      `Repair what it says, or set KUBEBUILDER_ASSETS to a directory with the binaries.\n${said.slice(-20).join('\n')}`,
  )
}

function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
}

/** Static binaries from exactly the pinned modules, whatever workspace or vendoring the user's shell has. */
function goEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CGO_ENABLED: '0',
    GOWORK: 'off',
    GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=readonly -buildvcs=false`,
  }
}

async function assertGo(go: string, recipe: Recipe): Promise<void> {
  try {
    // Run inside the module, so that a Go command that may download newer toolchains does so here.
    await promisify(execFile)(go, ['list', '-m'], { cwd: moduleDirectory, env: goEnvironment() })
  } catch (cause) {
    const why = hasCode(cause, 'ENOENT') ? 'there is no go command on the PATH' : 'the go command is too old or broken'
    throw new Error(
      `Cannot build kube-apiserver ${recipe.kubernetes}: ${why}. It needs Go ${recipe.go} or newer; ` +
        'or set KUBEBUILDER_ASSETS to a directory with kube-apiserver and etcd.',
      { cause },
    )
  }
}

async function isPresent(directory: string): Promise<boolean> {
  return stat(directory).then(
    () => true,
    () => false,
  )
}
