/** Builds kube-apiserver and its companions from the Go module proxy, once per machine. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hasCode } from './build-lock.ts'
import { buildOnce } from './build-once.ts'
import { goEnvironment, runGoBuild } from './go-command.ts'
import { type Progress, type Report, startProgress } from './progress.ts'
import { buildArguments, type ProgramName, programNames, type Recipe } from './recipe.ts'

const moduleDirectory = import.meta.dirname

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
  await buildOnce({ name: 'kube-apiserver', target, report }, (directory) => buildInto(directory, options))
}

async function buildInto(directory: string, { recipe, target, report, go = 'go' }: BuildOptions): Promise<void> {
  await assertGo(go, recipe)
  report(`building kube-apiserver ${recipe.kubernetes} into ${target}, once; this takes several minutes`)
  for (const [index, program] of programNames.entries()) {
    using progress = startProgress(report, `[${index + 1}/${programNames.length}] ${program}`)
    await build(go, buildArguments(program, recipe, directory), { program, progress })
  }
}

interface Step {
  readonly program: ProgramName
  readonly progress: Progress
}

async function build(go: string, parameters: string[], { program, progress }: Step): Promise<void> {
  const { code, output } = await runGoBuild({ go, parameters, cwd: moduleDirectory, progress })
  if (code === 0) return
  throw new Error(
    `Cannot build ${program}: go ${parameters[0]} ended with ${code}. ` +
      `Repair what it says, or set KUBEBUILDER_ASSETS to a directory with the binaries.\n${output}`,
  )
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
