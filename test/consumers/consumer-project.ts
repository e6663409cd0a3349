/** A project of a user outside the repository: `program`, with packages of ours in its dependencies. */
import { execFile } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { stage } from '../../tools/stage.ts'
import { readJson } from '../../tools/workspace.ts'
import type { CompilerRun, Typescript } from './compilers.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface ConsumerOptions {
  /** Ours by name, with where they come from. */
  readonly packages: Readonly<Record<string, string>>
  readonly zod: string
  /** @default the registry that npm is configured with */
  readonly registry?: string
}

/** The lowest and the newest version of zod that our manifests accept. */
export function zodVersions(): { lowest: string; newest: string } {
  const { peerDependencies } = readJson<{ peerDependencies: { zod: string } }>(
    join(root, 'packages/resource/package.json'),
  )
  return { lowest: peerDependencies.zod.replace('^', ''), newest: peerDependencies.zod }
}

export function copyProgram(project: string): void {
  cpSync(join(import.meta.dirname, 'program'), join(project, 'program'), { recursive: true })
}

export async function installPackages(project: string, { packages, zod, registry }: ConsumerOptions): Promise<void> {
  const dependencies = { ...packages, typescript: '~5.9.3', '@types/node': '^20.19.0', zod }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }, null, 2))
  rmSync(join(project, 'package-lock.json'), { force: true })
  const from = registry === undefined ? [] : [`--registry=${registry}`]
  await run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...from], { cwd: project })
}

/** Type-checks the program in each of the runs, and runs what the last of them compiled. */
export async function checkProgram(project: string, runs: readonly CompilerRun[]): Promise<boolean> {
  const results: boolean[] = []
  for (const [index, each] of runs.entries()) results.push(await stage(each.name, () => compile(project, each, index)))
  const main = join(project, `out-${runs.length - 1}/main.js`)
  const ran = await stage(`the program runs on Node ${process.versions.node}`, async () => {
    await run(process.execPath, [main], { cwd: project, timeout: 60_000 })
  })
  return ran && results.every(Boolean)
}

/** Compiles the program into `out-<index>`; rejects with the compiler's errors. */
async function compile(project: string, { typescript, compilerOptions }: CompilerRun, index: number): Promise<void> {
  const config = join(project, `tsconfig.${index}.json`)
  const options = { ...compilerOptions, rootDir: 'program', outDir: `out-${index}` }
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include: ['program'] }))
  await run(process.execPath, [compilerPath(project, typescript), '-p', config], { cwd: project })
}

function compilerPath(project: string, typescript: Typescript): string {
  const paths = {
    '5.9': join(project, 'node_modules/typescript/bin/tsc'),
    '6.0': join(root, 'node_modules/typescript/bin/tsc'),
    '7.0': join(root, 'node_modules/typescript7/bin/tsc'),
  }
  return paths[typescript]
}
