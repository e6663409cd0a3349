/** Compiles one package into its `dist`: lowered JavaScript, declarations and maps that lead to the shipped sources. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { listFiles } from '../list-files.ts'
import type { Package } from '../workspace.ts'

const run = promisify(execFile)

/** Resolves to what the compiler complains about, if anything. */
export async function compilePackage(root: string, each: Package): Promise<string | undefined> {
  const folder = join(root, each.directory)
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript7/bin/tsc')
  try {
    await run(process.execPath, [compiler, '-p', writeConfig(root, each)], { cwd: folder })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
  for (const name of listFiles(join(folder, 'dist'), ['.'], /\.d\.ts$/)) {
    const path = join(folder, 'dist', name)
    writeFileSync(path, withJsExtensions(readFileSync(path, 'utf8')))
  }
  // A package is published with the licence; the repository keeps it once.
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return undefined
}

/** Only what an entry reaches is compiled: what only tests need stays at home. */
function writeConfig(root: string, { folder, directory, entries }: Package): string {
  const cache = join(root, 'node_modules/.cache/kubewright-build')
  const config = join(cache, `${folder}.json`)
  const files = [...entries.values()].map((entry) => join(root, entry))
  mkdirSync(cache, { recursive: true })
  writeFileSync(config, JSON.stringify({ extends: join(root, directory, 'tsconfig.build.json'), files, include: [] }))
  return config
}

/**
 * Declarations with `./x.js` where they say `./x.ts`. The compiler rewrites imports in JavaScript only, and although
 * it reads both, other tools look for a file of that very name.
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
