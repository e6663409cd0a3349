/**
 * The first five minutes of a user, as a script: `npm create kubewright` from this clone in an empty folder, install, test, add one of
 * each, generate, check, build. `npm run test:scaffold`; needs the registry for what is not ours.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { stage } from '../../tools/stage.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'kubewright-scaffold-'))
const project = join(folder, 'shop')

/** A command as the README of the project writes it, in the project. */
const inProject = (line: string) => async () => {
  const [program = '', ...args] = line.split(' ')
  await run(program, args, { cwd: project, maxBuffer: 2 ** 26 })
}

const create = join(root, 'apps/create-kubewright/bin/create-kubewright.js')
const choices = [project, '--yes', '--from-source', '--group', 'shop.example.dev', '--kind', 'Order']
const install = 'npm install --no-audit --no-fund --silent'

const stages: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['npm create kubewright -- --yes --from-source', () => run(process.execPath, [create, ...choices], { cwd: root })],
  ['npm install', inProject(install)],
  ['npm test', inProject('npm test')],
  ['its manifests are those that follow from its sources', inProject('npx kubewright generate --check')],
  ['kubewright add resource LightBulb', inProject('npx kubewright add resource LightBulb')],
  ['kubewright add controller', inProject('npx kubewright add controller light-bulbs --for LightBulb')],
  ['kubewright add webhook', inProject('npx kubewright add webhook light-bulb-admission --for LightBulb')],
  ['npm run generate', inProject('npm run generate')],
  ['npm run check', inProject('npm run check')],
  ['kubewright check rbac -- npm test', inProject('npx kubewright check rbac -- npm test')],
  ['npm run build', inProject('npm run build')],
]

try {
  for (const [name, work] of stages) {
    if (await stage(name, async () => void (await work()))) continue
    process.exitCode = 1
    break
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
