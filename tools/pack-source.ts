/**
 * Builds and packs the packages of this clone for a new project, for `kubewright init --from-source`: the named packages, the
 * command, and their dependencies. Prints the tarballs as JSON, by name. Tarballs of unchanged sources are reused.
 * See decision 0122.
 *
 *     tsx tools/pack-source.ts @kubewright/controller @kubewright/cli
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { compilePackages } from './build/compile.ts'
import { readPackReport } from './build/pack.ts'
import { listFiles } from './list-files.ts'
import { type Package, readReleased } from './workspace.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

function needed(names: readonly string[], all: readonly Package[]): Package[] {
  const found = new Set<Package>()
  const visit = (name: string) => {
    const each = all.find(({ manifest }) => manifest.name === name)
    if (each === undefined || found.has(each)) return
    found.add(each)
    Object.keys(each.manifest.dependencies ?? {}).forEach(visit)
  }
  names.forEach(visit)
  return all.filter((each) => found.has(each))
}

/** Identical for the same sources and the same build. */
function fingerprint(packages: readonly Package[]): string {
  const hash = createHash('sha256')
  const folders = packages.flatMap(({ directory }) => [`${directory}/src`, `${directory}/bin`])
  const manifests = packages.map(({ directory }) => `${directory}/package.json`)
  for (const path of [
    ...listFiles(root, [...folders, 'tools/build'], /./),
    ...manifests,
    'package-lock.json',
    'tools/pack-source.ts',
  ])
    hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

async function pack(packages: readonly Package[], folder: string): Promise<void> {
  const step = (text: string) => console.error(`step: ${text}`) // the command shows them as progress
  await compilePackages(root, packages, step)
  step('pack them')
  const draft = `${folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const workspaces = packages.map(({ directory }) => `--workspace=${directory}`)
  const args = ['pack', ...workspaces, '--json', '--silent', '--ignore-scripts', '--pack-destination', draft]
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 2 ** 26 })
  const packed = readPackReport(stdout, folder).map(({ name, path }) => [name, path])
  writeFileSync(join(draft, 'packs.json'), JSON.stringify(Object.fromEntries(packed)))
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
}

async function main(names: readonly string[]): Promise<void> {
  const packages = needed(names, readReleased(root))
  const cache = join(root, 'node_modules/.cache/kubewright-source-packs')
  const folder = join(cache, fingerprint(packages))
  if (!existsSync(join(folder, 'packs.json'))) {
    // Only the newest is needed.
    rmSync(cache, { recursive: true, force: true })
    await pack(packages, folder)
  }
  console.log(readFileSync(join(folder, 'packs.json'), 'utf8'))
}

main(process.argv.slice(2)).catch((error: Error & { stdout?: string; stderr?: string }) => {
  // The compiler's output is more helpful than the fact that it failed.
  console.error(`${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message)
  process.exitCode = 1
})
