/**
 * Installs the packed packages in an empty project outside the repository, type-checks a user's program under every supported
 * compiler and setting, runs it on plain Node, and runs the commands. `npm run test:consumers`; needs the registry.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { compilePackages } from '../../tools/build/compile.ts'
import { packFolder, packPackages } from '../../tools/build/pack.ts'
import { stage } from '../../tools/stage.ts'
import { readJson, readReleased } from '../../tools/workspace.ts'
import { checkCommands } from './commands.ts'
import { type CompilerRun, compilerRuns, type Typescript } from './compilers.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The lowest and the newest version of zod that our manifests accept. */
function zodVersions(): { lowest: string; newest: string } {
  const { peerDependencies } = readJson<{ peerDependencies: { zod: string } }>(
    join(root, 'packages/resource/package.json'),
  )
  return { lowest: peerDependencies.zod.replace('^', ''), newest: peerDependencies.zod }
}

async function buildAndPack(): Promise<Record<string, string>> {
  await compilePackages(root, readReleased(root))
  const packed = await packPackages(root, join(root, packFolder))
  return Object.fromEntries(packed.map(({ name, path }) => [name, `file:${path}`]))
}

async function install(project: string, dependencies: Record<string, string>): Promise<void> {
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }, null, 2))
  rmSync(join(project, 'package-lock.json'), { force: true })
  await run('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: project })
}

function compilerPath(project: string, typescript: Typescript): string {
  const paths = {
    '5.9': join(project, 'node_modules/typescript/bin/tsc'),
    '6.0': join(root, 'node_modules/typescript/bin/tsc'),
    '7.0': join(root, 'node_modules/typescript7/bin/tsc'),
  }
  return paths[typescript]
}

/** Compiles the program into `out`; rejects with the compiler's errors. */
async function compile(project: string, { typescript, compilerOptions }: CompilerRun, index: number): Promise<void> {
  const config = join(project, `tsconfig.${index}.json`)
  const options = { ...compilerOptions, rootDir: 'program', outDir: `out-${index}` }
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include: ['program'] }))
  await run(process.execPath, [compilerPath(project, typescript), '-p', config], { cwd: project })
}

async function checkProject(project: string, runs: readonly CompilerRun[]): Promise<boolean> {
  const results: boolean[] = []
  for (const [index, each] of runs.entries()) results.push(await stage(each.name, () => compile(project, each, index)))
  const main = join(project, `out-${runs.length - 1}/main.js`)
  const ran = await stage(`the program runs on Node ${process.versions.node}`, async () => {
    await run(process.execPath, [main], { cwd: project, timeout: 60_000 })
  })
  return ran && results.every(Boolean)
}

async function checkAll(project: string): Promise<boolean> {
  const { lowest, newest } = zodVersions()
  const dependencies = { ...(await buildAndPack()), typescript: '~5.9.3', '@types/node': '^20.19.0' }
  const add = (zod: string) => stage(`install with zod ${zod}`, () => install(project, { ...dependencies, zod }))
  cpSync(join(import.meta.dirname, 'program'), join(project, 'program'), { recursive: true })
  return (
    (await add(newest)) &&
    (await checkProject(project, compilerRuns())) &&
    (await checkCommands(project)) &&
    (await add(lowest)) &&
    (await checkProject(project, compilerRuns().slice(-1)))
  )
}

const project = mkdtempSync(join(tmpdir(), 'kubewright-consumer-'))
try {
  const isGood = await checkAll(project)
  console.log(`\nThe packages ${isGood ? 'work in an empty project' : 'do not work for some users'}.`)
  if (!isGood) process.exitCode = 1
} finally {
  rmSync(project, { recursive: true, force: true })
}
