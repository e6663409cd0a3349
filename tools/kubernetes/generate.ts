/**
 * Generates the built-in kinds of `packages/kubernetes` from the committed data, or checks that they are what the data
 * says. Needs nothing but a clone; `import.ts` moves the data to another Kubernetes release.
 *
 *     tsx tools/kubernetes/generate.ts [--check]
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Difference, differencesOf } from './differences.ts'
import { readInput } from './input.ts'
import { outputsOf } from './outputs.ts'

const root = fileURLToPath(new URL('../../packages/kubernetes', import.meta.url))
const outputs = outputsOf(await readInput(), await readFile(join(root, 'package.json'), 'utf8'))
const differences = differencesOf(outputs, await readPresent())

if (process.argv.includes('--check')) report(differences)
else await repair(differences)

async function readPresent(): Promise<Map<string, string>> {
  const listed = await readdir(join(root, 'src/generated'), { recursive: true, withFileTypes: true }).catch(() => [])
  const files = listed
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const texts = [...files, 'package.json'].map(
    async (path) => [path, await readFile(join(root, path), 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

function report(found: readonly Difference[]): void {
  if (found.length === 0) return
  for (const { path, problem } of found) console.error(`packages/kubernetes/${path}: ${problem}`)
  console.error('Repair with: npm run generate:kubernetes')
  process.exitCode = 1
}

async function repair(found: readonly Difference[]): Promise<void> {
  for (const { path } of found) {
    const text = outputs.get(path)
    const target = join(root, path)
    if (text === undefined) await rm(target)
    else {
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text)
    }
  }
  console.log(`${outputs.size} files of packages/kubernetes are up to date; ${found.length} changed.`)
}
