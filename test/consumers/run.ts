/**
 * Installs the packed packages in an empty project outside the repository, type-checks a user's program under every supported
 * compiler and setting, runs it on plain Node, and runs the commands. `npm run test:consumers`; needs the registry.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compilePackages } from '../../tools/build/compile.ts'
import { packFolder, packPackages } from '../../tools/build/pack.ts'
import { stage } from '../../tools/stage.ts'
import { readReleased } from '../../tools/workspace.ts'
import { checkCommands } from './commands.ts'
import { compilerRuns } from './compilers.ts'
import { checkProgram, copyProgram, installPackages, zodVersions } from './consumer-project.ts'

const root = resolve(import.meta.dirname, '../..')

async function buildAndPack(): Promise<Record<string, string>> {
  await compilePackages(root, readReleased(root))
  const packed = await packPackages(root, join(root, packFolder))
  return Object.fromEntries(packed.map(({ name, path }) => [name, `file:${path}`]))
}

async function checkAll(project: string): Promise<boolean> {
  const { lowest, newest } = zodVersions()
  const packages = await buildAndPack()
  const add = (zod: string) => stage(`install with zod ${zod}`, () => installPackages(project, { packages, zod }))
  copyProgram(project)
  return (
    (await add(newest)) &&
    (await checkProgram(project, compilerRuns())) &&
    (await checkCommands(project)) &&
    (await add(lowest)) &&
    (await checkProgram(project, compilerRuns().slice(-1)))
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
