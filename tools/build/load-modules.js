/**
 * Proves that plain Node, with no loader and no flag, can load the output of the build: parses every
 * file and imports every entry. Reads `{ files, entries }` as JSON from standard input; prints what fails.
 *
 * Needs --experimental-vm-modules, which offers a way to parse a module without running it.
 */
import { readFileSync } from 'node:fs'
import { SourceTextModule } from 'node:vm'

let hasFailed = false
const { files, entries } = JSON.parse(readFileSync(0, 'utf8'))

for (const path of files) {
  try {
    new SourceTextModule(readFileSync(path, 'utf8'), { identifier: path })
  } catch (error) {
    fail(path, error)
  }
}
for (const entry of entries) await import(entry).catch((error) => fail(entry, error))
process.exitCode = hasFailed ? 1 : 0 // at the end: a program that was imported has an opinion of its own

function fail(what, error) {
  console.error(`${what} does not load on Node ${process.version}: ${error.message}`)
  hasFailed = true
}
