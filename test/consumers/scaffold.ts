/**
 * The whole workflow of a user as a script: `npm create kubewright` from this clone in an empty folder, install, test, add one
 * of each, edit, generate, check, build, and install on a real kube-apiserver. `npm run test:scaffold`; needs the registry for
 * third-party packages, and the programs of the conformance tests, which it builds if they are missing.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findFreePorts } from '../../tools/kube-apiserver/free-ports.ts'
import { stage } from '../../tools/stage.ts'
import { checkOnRealServer } from './real-cluster.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'kubewright-scaffold-'))
const project = join(folder, 'shop')

/** Runs a command from the project's README, in the project. */
const inProject = (line: string) => async () => {
  const [program = '', ...args] = line.split(' ')
  await run(program, args, { cwd: project, maxBuffer: 2 ** 26 })
}

/** Simulates an edit by the user. */
const edit = (file: string, before: string, after: string) => {
  const path = join(project, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
  writeFileSync(path, text.replace(before, after))
}

const [health = 0, metrics = 0, webhooks = 0] = await findFreePorts(3)

/** Adds a field, and sets ports that are free on this machine. */
async function change(): Promise<void> {
  edit(
    'src/order.ts',
    'spec: z.object({',
    `spec: z.object({\n    urgent: z.boolean().default(false).describe('Whether it may wait.'),`,
  )
  edit('src/operator.ts', 'health: { port: 8081 }', `health: { port: ${health} }`)
  edit('src/operator.ts', 'metrics: { port: 8080 }', `metrics: { port: ${metrics} }`)
  edit('src/operator.ts', '  webhooks: {', `  webhooks: {\n    port: ${webhooks},`)
}

async function tellsMisspelt(): Promise<void> {
  const silent = (line: string) => () => Promise.reject(new Error(`${line} says nothing about a misspelt key`))
  edit('src/operator.ts', 'coordination: ', 'coordinaton: ')
  for (const line of ['npx tsc --noEmit', 'npx kubewright generate --check']) {
    await inProject(line)().then(silent(line), () => undefined)
  }
  edit('src/operator.ts', 'coordinaton: ', 'coordination: ')
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
  ['a field more', change],
  ['what is stale is told', () => inProject('npx kubewright generate --check')().then(neverMind, () => undefined)],
  ['npm run generate', inProject('npm run generate')],
  ['a misspelt key of the operator is told', tellsMisspelt],
  ['npm run check', inProject('npm run check')],
  ['kubewright check rbac -- npm test', inProject('npx kubewright check rbac -- npm test')],
  ['npm run build', inProject('npm run build')],
]

function neverMind(): never {
  throw new Error('nothing is said to be stale')
}

async function performAll(): Promise<boolean> {
  for (const [name, work] of stages) if (!(await stage(name, async () => void (await work())))) return false
  return true
}

try {
  const isGood = (await performAll()) && (await checkOnRealServer(project, { health }))
  if (!isGood) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
