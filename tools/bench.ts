/**
 * `npm run bench -- <name>` runs `bench/<name>/main.js` on the built packages, so that the published code is measured. The
 * competing libraries have their own lock file and are installed on first use.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compilePackages } from './build/compile.ts'
import { stage } from './stage.ts'
import { inLayerOrder, readLayers, readPackages } from './workspace.ts'

const root = resolve(import.meta.dirname, '..')
const bench = join(root, 'bench')

function mainOf(name: string): string {
  return join(bench, name, 'main.js')
}

function listNames(): string[] {
  return readdirSync(bench).filter((name) => existsSync(mainOf(name)))
}

function runOrExit(program: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** npm writes this file on install. If it is older than the lock file, the lock has changed since. */
function installPeers(): void {
  const [note, lock] = [join(bench, 'node_modules/.package-lock.json'), join(bench, 'package-lock.json')]
  if (existsSync(note) && statSync(note).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing the peers that are measured beside us (this happens once).')
  runOrExit('npm', ['ci', '--no-audit', '--no-fund', '--silent'], bench)
}

const [name, ...args] = process.argv.slice(2)
if (name === undefined || !listNames().includes(name)) {
  console.error(`Say which benchmark to run: npm run bench -- <${listNames().join(' | ')}>`)
  process.exit(2)
}
installPeers()
const packages = inLayerOrder(readPackages(root), readLayers(root))
if (!(await stage('build the packages', () => compilePackages(root, packages)))) process.exit(1)
runOrExit(process.execPath, ['--expose-gc', mainOf(name), ...args], root)
