/** Builds one program from the Go module proxy, once per machine. */
import { join } from 'node:path'
import { hasCode } from '../kube-apiserver/build-lock.ts'
import { buildOnce } from '../kube-apiserver/build-once.ts'
import { runGoBuild } from '../kube-apiserver/go-command.ts'
import { type Report, startProgress } from '../kube-apiserver/progress.ts'
import { buildArguments, type GoProgramName } from './go-program.ts'

export interface BuildOptions {
  readonly name: GoProgramName
  /** The directory for the binary. */
  readonly target: string
  readonly report: Report
  /** The Go command. @default 'go' */
  readonly go?: string
}

export async function buildGoProgram({ name, target, report, go = 'go' }: BuildOptions): Promise<void> {
  await buildOnce({ name, target, report }, async (directory) => {
    using progress = startProgress(report, `building ${name}, once; this takes some minutes`)
    const cwd = join(import.meta.dirname, name)
    const parameters = buildArguments(name, join(directory, name))
    const { code, output } = await runGoBuild({ go, parameters, cwd, progress }).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error
      throw new Error(`Cannot build ${name}: there is no go command. Install Go 1.26 or newer.`)
    })
    if (code !== 0) throw new Error(`Cannot build ${name}: go ended with ${code}. Repair what it says.\n${output}`)
  })
}
