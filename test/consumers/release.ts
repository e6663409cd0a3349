/**
 * A release to a local registry, and an installation from it. `npm run test:release`; needs the registry that npm is configured
 * with, for verdaccio and for third-party dependencies.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sleep, systemClock } from '@kubewright/core'
import { findFreePorts } from '../../tools/kube-apiserver/free-ports.ts'
import { newTag } from '../../tools/release/publish-packages.ts'
import { stage } from '../../tools/stage.ts'
import { readJson, readReleased } from '../../tools/workspace.ts'
import { checkCommands } from './commands.ts'
import { compilerRuns } from './compilers.ts'
import { checkProgram, copyProgram, installPackages, zodVersions } from './consumer-project.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'kubewright-release-'))
const project = join(folder, 'project')
const quiet = ['--no-audit', '--no-fund', '--silent']

/** One of verdaccio's dependencies refers to a dist-tag, which not every registry mirror has. */
const manifest = { private: true, overrides: { 'node-fetch': '2.7.0' } }

/** Our packages come from here only; all others from the registry that npm is configured with. */
async function configuration(): Promise<string> {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: folder })
  const ours = { access: '$all', publish: '$all', unpublish: '$all' }
  return JSON.stringify({
    storage: join(folder, 'storage'),
    uplinks: { upstream: { url: stdout.trim() } },
    packages: {
      '@kubewright/*': ours,
      kubewright: ours,
      'create-kubewright': ours,
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'error' },
  })
}

async function startRegistry(url: URL): Promise<() => Promise<void>> {
  writeFileSync(join(folder, 'config.yaml'), await configuration())
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const args = ['--config', join(folder, 'config.yaml'), '--listen', url.host]
  const server = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  await waitFor(async () => (await fetch(new URL('-/ping', url))).ok)
  return async () => {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
  }
}

/** The user's npm configuration with a token for this registry: npm does not publish without one. */
async function loggedIn(url: URL): Promise<string> {
  const { stdout } = await run('npm', ['config', 'get', 'userconfig'])
  const path = stdout.trim()
  const own = join(folder, '.npmrc')
  writeFileSync(
    own,
    `${existsSync(path) ? readFileSync(path, 'utf8') : ''}\n//${url.host}/:_authToken=of-this-test\n`,
    { mode: 0o600 },
  )
  return own
}

async function waitFor(isThere: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 300; attempts += 1) {
    if (await isThere().catch(() => false)) return
    await sleep(systemClock, 200)
  }
  throw new Error('The registry did not start within a minute.')
}

/** Every released package at its version, from the registry alone: nothing in the project refers to this clone. */
async function installFrom(registry: string): Promise<void> {
  const released = readReleased(root).map(({ manifest }) => manifest)
  const packages = Object.fromEntries(released.map(({ name, version }) => [name, version]))
  mkdirSync(project)
  copyProgram(project)
  await installPackages(project, { packages, zod: zodVersions().newest, registry })
  for (const { name, version } of released) {
    const installed = readJson<{ version: string }>(join(project, 'node_modules', name, 'package.json'))
    if (installed.version !== version) throw new Error(`${name} ${installed.version} was installed, not ${version}`)
  }
}

function expectTags(output: string, tags: readonly string[]): void {
  const printed = output.split('\n').filter((line) => line.startsWith('New tag:'))
  if (printed.join() !== tags.join())
    throw new Error(`the release printed the tags ${printed.join()}, not ${tags.join()}`)
}

async function main(): Promise<boolean> {
  const [port = 0] = await findFreePorts(1)
  const url = new URL(`http://127.0.0.1:${port}/`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const verdaccio = ['install', ...quiet, 'verdaccio@6']
  if (!(await stage('install verdaccio', async () => void (await run('npm', verdaccio, { cwd: folder }))))) return false
  const stop = await startRegistry(url)
  try {
    const environment = { ...process.env, NPM_CONFIG_USERCONFIG: await loggedIn(url) }
    const release = async () => {
      const args = ['run', 'release', '--', '--registry', url.href]
      return (await run('npm', args, { cwd: root, env: environment, maxBuffer: 2 ** 26 })).stdout
    }
    const tags = readReleased(root).map(({ manifest }) => newTag(manifest))
    return (
      (await stage('npm run release', async () => expectTags(await release(), tags))) &&
      (await stage('npm run release, once more: nothing is left to do', async () => expectTags(await release(), []))) &&
      (await stage('npm install, from the registry', () => installFrom(url.href))) &&
      // All compilers and settings are those of `npm run test:consumers`; here one shows that the same packages arrived.
      (await checkProgram(project, compilerRuns().slice(-1))) &&
      (await checkCommands(project))
    )
  } finally {
    await stop()
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
