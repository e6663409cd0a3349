/**
 * Builds what is published and judges it as a stranger would: contents of the tarballs, `publint`, `attw`, and whether
 * plain Node can read it all. Each line is a promise kept; the first broken one stops the build.
 */
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { compilePackage } from './build/compile.ts'
import { type PackedPackage, packFolder, packPackages } from './build/pack.ts'
import { findPackageProblems } from './build/package-rules.ts'
import { listFiles } from './list-files.ts'
import { inLayerOrder, type Package, readLayers, readPackages } from './workspace.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

async function checkPacked(each: Package, packed: PackedPackage): Promise<string[]> {
  const read = (path: string) => readFileSync(join(root, each.directory, path), 'utf8')
  return [
    ...findPackageProblems(each.manifest, packed.files, read),
    ...(await checkWithPublint(packed)),
    ...(await checkWithAttw(packed)),
  ]
}

async function checkWithPublint({ path }: PackedPackage): Promise<string[]> {
  const tarball = new Uint8Array(readFileSync(path)).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

async function checkWithAttw({ path }: PackedPackage): Promise<string[]> {
  const attw = join(root, 'node_modules/.bin/attw')
  const args = [path, '--profile', 'esm-only', '--no-definitely-typed', '--no-color', '--no-emoji']
  return run(attw, args).then(
    () => [],
    ({ stdout }: { stdout: string }) => [`attw: ${stdout}`],
  )
}

function loadOnPlainNode(packages: readonly Package[]): Promise<boolean> {
  const files = packages.flatMap(({ directory }) => listFiles(root, [`${directory}/dist`], /\.js$/))
  const entries = packages.flatMap((each) => [...each.entries.keys()])
  const args = ['--experimental-vm-modules', '--no-warnings', 'tools/build/load-modules.js']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'inherit', 'inherit'] })
  child.stdin.end(JSON.stringify({ files, entries }))
  return new Promise((done, fail) => child.on('error', fail).on('close', (code) => done(code === 0)))
}

async function compileAll(packages: readonly Package[]): Promise<boolean> {
  for (const each of packages) {
    const problem = await compilePackage(root, each)
    if (problem === undefined) continue
    console.error(`${each.manifest.name} does not compile:\n${problem}`)
    return false
  }
  return true
}

async function judgeAll(packages: readonly Package[]): Promise<boolean> {
  const packed = await packPackages(root, join(root, packFolder))
  const problems: string[] = []
  for (const each of packages) {
    const found = await checkPacked(each, packed.find(({ name }) => name === each.manifest.name)!)
    problems.push(...found.map((problem) => `${each.manifest.name}: ${problem}`))
  }
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

async function stage(name: string, work: () => Promise<boolean>): Promise<void> {
  const start = performance.now()
  const isGood = await work()
  console.log(`${isGood ? '✓' : '✗'} ${name.padEnd(44)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (!isGood) process.exit(1)
}

const packages = inLayerOrder(readPackages(root), readLayers(root))
await stage(`compile ${packages.length} packages`, () => compileAll(packages))
await stage(`parse and load on plain Node ${process.versions.node}`, () => loadOnPlainNode(packages))
await stage('pack, and judge contents, publint and attw', () => judgeAll(packages))
console.log(`\nThe packages are in ${packFolder}.`)
