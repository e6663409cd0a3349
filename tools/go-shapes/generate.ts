/**
 * Generates the table of Go types for the codec of `packages/apiserver`, or checks that it is up to date. The check needs only
 * a clone; generating needs Go and the module proxy.
 * See decision 0070.
 *
 *     tsx tools/go-shapes/generate.ts [--check]
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readInput } from '../kubernetes/input.ts'
import { listFiles } from '../list-files.ts'
import { askGo } from './facts.ts'
import { shapeModules } from './shape-modules.ts'
import { complaints, type Stamp, stampOf, type Texts } from './stamp.ts'
import { wantedKinds } from './wanted-kinds.ts'

const root = resolve(import.meta.dirname, '../..')
const tool = 'tools/go-shapes'
const table = 'packages/apiserver/src/generated/go-shapes'
const stampPath = join(root, tool, 'stamp.json')

const kinds = wantedKinds(await readInput())
/** Exactly the inputs of the table, so that other changes in this folder leave it valid. */
const sources = /\/go-shapes\/(go\.mod|go\.sum|main\.go|shape-modules\.ts|wanted-kinds\.ts)$/
const inputs = new Map([...readTexts(tool, sources), ['kinds', kinds.join('\n')]])
const problems = complaints(readStamp(), stampOf(inputs, readTexts(table, /\.ts$/)))

if (problems.length === 0) console.log(`${table} is up to date.`)
else if (process.argv.includes('--check')) report(problems)
else write(shapeModules(askGo(join(root, tool), kinds)))

function report(sentences: readonly string[]): void {
  for (const sentence of sentences) console.error(sentence)
  console.error('Repair with: npx tsx tools/go-shapes/generate.ts')
  process.exitCode = 1
}

function write(texts: Texts): void {
  rmSync(join(root, table), { recursive: true, force: true })
  for (const [path, text] of texts) {
    const target = join(root, table, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  const stamp = stampOf(inputs, readTexts(table, /\.ts$/))
  writeFileSync(stampPath, `${JSON.stringify(stamp, undefined, 2)}\n`)
  const bytes = [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  console.log(`${table}: ${texts.size} files, ${Math.ceil(bytes / 1024)} KiB.`)
}

function readTexts(folder: string, wanted: RegExp): Map<string, string> {
  return new Map(listFiles(root, [folder], wanted).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function readStamp(): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(stampPath, 'utf8')) as Stamp
  } catch {
    return undefined
  }
}
