/**
 * Builds the published packages and checks them from a user's point of view: contents of the tarballs, `publint`, `attw`, and
 * whether plain Node can load everything, and whether the package `kubewright` fits its size budget. The first failed check stops the build.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { compilePackages } from './build/compile.ts'
import { type PackedPackage, packFolder, packPackages } from './build/pack.ts'
import { findPackageProblems, findUnpublished } from './build/package-rules.ts'
import { checkUmbrellaSize } from './build/size-budget.ts'
import { listFiles } from './list-files.ts'
import { stage } from './stage.ts'
import { type Package, readPackages, readReleased } from './workspace.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

async function checkPacked(each: Package, packed: PackedPackage): Promise<string[]> {
  const read = (path: string) => readFileSync(join(root, each.directory, path), 'utf8')
  return [
    ...findPackageProblems(each.manifest, packed.files, read),
    ...(await checkWithPublint(packed)),
    ...(each.entries.size === 0 ? [] : await checkWithAttw(packed)), // without entries there are no types to check
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

async function loadOnPlainNode(packages: readonly Package[]): Promise<void> {
  const files = packages.flatMap(({ directory }) => listFiles(root, [`${directory}/dist`], /\.js$/))
  const entries = packages.flatMap((each) => [...each.entries.keys()])
  const args = ['--experimental-vm-modules', '--no-warnings', 'tools/build/load-modules.js']
  const running = run(process.execPath, args, { cwd: root })
  running.child.stdin?.end(JSON.stringify({ files, entries }))
  await running
}

async function judgeAll(packages: readonly Package[]): Promise<void> {
  const packed = await packPackages(root, join(root, packFolder))
  const problems = findUnpublished([...readPackages(root), ...packages].map(({ manifest }) => manifest))
  for (const each of packages) {
    const found = await checkPacked(each, packed.find(({ name }) => name === each.manifest.name)!)
    problems.push(...found.map((problem) => `${each.manifest.name}: ${problem}`))
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

const packages = readReleased(root)
const isBuilt =
  (await stage(`compile ${packages.length} packages`, () => compilePackages(root, packages))) &&
  (await stage(`parse and load on plain Node ${process.versions.node}`, () => loadOnPlainNode(packages))) &&
  (await stage('pack, and judge contents, publint and attw', () => judgeAll(packages))) &&
  (await stage('the package kubewright fits its size budget', async () =>
    console.log(`  ${await checkUmbrellaSize(root)}`),
  ))

if (isBuilt) console.log(`\nThe packages are in ${packFolder}.`)
else process.exitCode = 1
