/** Compiles packages into their `dist`: lowered JavaScript, declarations, and source maps to the shipped sources. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { listFiles } from '../list-files.ts'
import type { Package } from '../workspace.ts'
import { bundleFolder } from './bundle.ts'

const run = promisify(execFile)

/** @param packages in dependency order: each needs the declarations of its dependencies */
export async function compilePackages(
  root: string,
  packages: readonly Package[],
  step: (text: string) => void = () => undefined,
): Promise<void> {
  for (const [index, each] of packages.entries()) {
    step(`compile ${each.directory} (${index + 1} of ${packages.length})`)
    await compilePackage(root, each)
  }
}

async function compilePackage(root: string, each: Package): Promise<void> {
  const folder = join(root, each.directory)
  // Every published package contains the licence; the repository has it once.
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  if (each.entries.size === 0) return // published as is
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript7/bin/tsc')
  await run(process.execPath, [compiler, '-p', writeConfig(root, each)], { cwd: root })
  await bundleFolder(join(folder, 'dist'), entryFiles(each))
  if (each.folder === 'dashboard') await run(process.execPath, [join(root, 'apps/dashboard/build.js')])
  for (const name of listFiles(join(folder, 'dist'), ['.'], /\.d\.ts$/)) {
    const path = join(folder, 'dist', name)
    writeFileSync(path, withJsExtensions(readFileSync(path, 'utf8')))
  }
}

/** `packages/core/src/testing.ts` is compiled to `testing.js`. */
function entryFiles({ directory, entries }: Package): string[] {
  return [...entries.values()].map((path) => relative(join(directory, 'src'), path).replace(/\.ts$/, '.js'))
}

/** Compiles only files reachable from an entry, so test helpers are left out. */
function writeConfig(root: string, { folder, directory, entries }: Package): string {
  const cache = join(root, 'node_modules/.cache/kubewright-build')
  const config = join(cache, `${folder}.json`)
  const files = [...entries.values()].map((entry) => join(root, entry))
  mkdirSync(cache, { recursive: true })
  writeFileSync(config, JSON.stringify({ extends: join(root, directory, 'tsconfig.build.json'), files, include: [] }))
  return config
}

/**
 * Declarations with `./x.js` instead of `./x.ts`. The compiler rewrites imports in JavaScript only. It resolves both, but other
 * tools expect a file of that exact name.
 */
export function withJsExtensions(declarations: string): string {
  let result = ''
  let copied = 0
  for (const { fileName, pos } of ts.preProcessFile(declarations, true, true).importedFiles) {
    if (!/^\.\.?\/.*\.ts$/.test(fileName)) continue
    const end = declarations.indexOf(fileName, pos) + fileName.length
    result += `${declarations.slice(copied, end - '.ts'.length)}.js`
    copied = end
  }
  return result + declarations.slice(copied)
}
