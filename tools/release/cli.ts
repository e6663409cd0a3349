/**
 * `npm run release`: builds and packs every package, writes a software bill of materials, and publishes.
 *
 *   npm run release -- --dry-run              does everything but publish
 *   npm run release -- --tag next             publishes under another dist-tag than `latest`
 *   npm run release -- --registry URL         publishes to another registry than npm is configured with
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { compilePackages } from '../build/compile.ts'
import { packFolder, packPackages } from '../build/pack.ts'
import { stage } from '../stage.ts'
import { readReleased } from '../workspace.ts'
import { publishPackages, type Publishable } from './publish-packages.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    registry: { type: 'string' },
    tag: { type: 'string', default: 'latest' },
  },
})

/** Changes without a version must not be published under the previous version. */
function refusePendingChanges(): Promise<void> {
  const pending = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md')
  if (pending.length === 0) return Promise.resolve()
  throw new Error(
    `${pending.length} changes have no version yet. Run: npx changeset version, and commit what it writes.`,
  )
}

/** The dependencies that users install with the packages, in CycloneDX: resolved for a project that depends on all of them. */
async function writeBillOfMaterials(packages: readonly Publishable[]): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), 'kubewright-sbom-'))
  try {
    const dependencies = Object.fromEntries(packages.map(({ name, path }) => [name, `file:${path}`]))
    const manifest = { name: 'kubewright-release', version: packages[0]?.version, private: true, dependencies }
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
    await run('npm', ['install', '--package-lock-only', ...quiet], { cwd: project })
    const sbom = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--silent']
    const { stdout } = await run('npm', sbom, { cwd: project, maxBuffer: 2 ** 26 })
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(join(root, 'dist/sbom.cdx.json'), stdout)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

async function pack(): Promise<Publishable[]> {
  const released = readReleased(root)
  await compilePackages(root, released)
  const packed = await packPackages(root, join(root, packFolder))
  return released.map(({ manifest: { name, version } }) => {
    const path = packed.find((each) => each.name === name)?.path
    if (path === undefined) throw new Error(`${name} was not packed`)
    return { name, version, path }
  })
}

async function main(): Promise<boolean> {
  if (
    !values['dry-run'] &&
    values.registry === undefined &&
    !(await stage('no change is left out', refusePendingChanges))
  )
    return false
  let packages: readonly Publishable[] = []
  const isBuilt = await stage('build and pack', async () => {
    packages = await pack()
  })
  if (!isBuilt || !(await stage('dist/sbom.cdx.json, a bill of materials', () => writeBillOfMaterials(packages))))
    return false
  return publishPackages(packages, {
    ...(values.registry === undefined ? {} : { registry: values.registry }),
    tag: values.tag,
    isDryRun: values['dry-run'],
    hasProvenance: process.env['GITHUB_ACTIONS'] === 'true' && values.registry === undefined,
  })
}

process.exitCode = (await main()) ? 0 : 1
