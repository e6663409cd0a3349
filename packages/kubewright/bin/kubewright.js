#!/usr/bin/env node
// `npx kubewright` finds this package, but the command is @kubewright/cli: an operator in production needs none of what
// scaffolds and tests it. So this runs the command of the project one stands in, or the one installed beside this package,
// and where there is none, has npm get the one of the same release. See decision 0162.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const command = find(join(process.cwd(), 'package.json')) ?? find(import.meta.url)
if (command !== undefined) await import(pathToFileURL(command).href)
else runWithNpm(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)

function find(from) {
  try {
    return join(dirname(createRequire(from).resolve('@kubewright/cli/package.json')), 'bin/kubewright.js')
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function runWithNpm(version) {
  const wanted = `@kubewright/cli@${version}`
  process.stderr.write(`kubewright: ${wanted} is not installed here; asking npm for it\n`)
  const [program, ...args] = [
    ...npm(),
    'exec',
    '--yes',
    `--package=${wanted}`,
    '--',
    'kubewright',
    ...process.argv.slice(2),
  ]
  const child = spawn(program, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => fail(message))
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 130
  })

  function fail(why) {
    process.stderr.write(`kubewright: Cannot run npm: ${why}. Install the command yourself: npm i -D ${wanted}\n`)
    process.exitCode = 3
  }
}

/** The npm that runs us, if one does: it may not be on the path. Never through a shell, which would read the arguments too. */
function npm() {
  const { npm_execpath: path = '' } = process.env
  if (/npm-cli\.c?js$/.test(path)) return [process.execPath, path]
  if (/npx-cli\.c?js$/.test(path)) return [process.execPath, join(dirname(path), 'npm-cli.js')]
  if (process.platform !== 'win32') return ['npm']
  return [process.execPath, join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')]
}
