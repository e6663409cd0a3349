/** Builds and packs the packages of the clone this command runs from. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { cliErrors } from '../errors.ts'
import { packageFolder } from '../project/own-process.ts'
import { developmentPackages, runtimePackages } from '../scaffold/package-files.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type SourceDependencies, vendoredDependencies } from './dependencies.ts'

const run = promisify(execFile)

const wanted = [...runtimePackages, ...developmentPackages]

/** Failure: `KW_CLI_PACK` if this is no clone, or if building fails. */
export async function packSource({ signal }: Pick<Terminal, 'signal'>): Promise<SourceDependencies> {
  const root = resolve(packageFolder(), '../..')
  const program = resolve(root, 'tools/pack-source.ts')
  if (!existsSync(program)) {
    throw packError('this command was installed, and is no clone of Kubewright', 'Leave out --from-source.')
  }
  try {
    const tsx = resolve(root, 'node_modules/tsx/dist/cli.mjs')
    const { stdout } = await run(process.execPath, [tsx, program, ...wanted], { cwd: root, signal, maxBuffer: 2 ** 24 })
    return vendoredDependencies(JSON.parse(stdout) as Record<string, string>)
  } catch (error) {
    signal.throwIfAborted()
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    const said = `${stdout}${stderr}`.trim() || message
    throw packError(
      `building them fails:\n${said}`,
      'Mend the clone (npm run check), or leave out --from-source.',
      error,
    )
  }
}

function packError(why: string, next: string, cause?: unknown): Error {
  return cliErrors('KW_CLI_PACK', { what: 'pack the packages of this clone', why, next, cause })
}
