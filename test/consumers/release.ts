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
import { stage } from '../../tools/stage.ts'
import { readJson } from '../../tools/workspace.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'kubewright-release-'))
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

async function installFrom(registry: string): Promise<void> {
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await run('npm', ['install', `--registry=${registry}`, ...quiet, 'kubewright', '@kubewright/testing', 'zod'], {
    cwd: project,
  })
  const { version } = readJson<{ version: string }>(join(root, 'packages/kubewright/package.json'))
  const installed = readJson<{ version: string }>(join(project, 'node_modules/kubewright/package.json'))
  if (installed.version !== version) throw new Error(`version ${installed.version} was installed, not ${version}`)
  const script =
    "import { defineResource } from 'kubewright'; import { startCluster } from '@kubewright/testing'; " +
    'const cluster = await startCluster(); await cluster[Symbol.asyncDispose](); console.log(typeof defineResource)'
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: project })
  if (stdout.trim() !== 'function') throw new Error(`the installed packages say ${stdout}`)
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
      await run('npm', args, { cwd: root, env: environment, maxBuffer: 2 ** 26 })
    }
    return (
      (await stage('npm run release', release)) &&
      (await stage('npm run release, once more: nothing is left to do', release)) &&
      (await stage('npm install kubewright', () => installFrom(url.href)))
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
