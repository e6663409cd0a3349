/**
 * Generates the built-in kinds of `packages/kubernetes` and their paths in the umbrella package from the committed data, or checks that
 * they are up to date. Needs only a clone; `import.ts` updates the data to another Kubernetes release.
 * See decision 0020.
 *
 *     tsx tools/kubernetes/generate.ts [--check]
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Difference, differencesOf } from './differences.ts'
import { readInput } from './input.ts'
import { outputsOf } from './outputs.ts'
import type { Exports } from './package-exports.ts'
import { umbrellaOutputs } from './umbrella-outputs.ts'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const readManifest = (name: string) => readFile(join(packages, name, 'package.json'), 'utf8')

const kinds = outputsOf(await readInput(), await readManifest('kubernetes'))
const { exports } = JSON.parse(kinds.get('package.json')!) as { readonly exports: Exports }
const umbrella = umbrellaOutputs(Object.keys(exports), await readManifest('kubewright'))
const outputs = new Map([...below('kubernetes', kinds), ...below('kubewright', umbrella)])
const differences = differencesOf(
  outputs,
  new Map([...(await readPresent('kubernetes')), ...(await readPresent('kubewright'))]),
)

if (process.argv.includes('--check')) report(differences)
else await repair(differences)

function below(name: string, files: ReadonlyMap<string, string>): [path: string, text: string][] {
  return [...files].map(([path, text]) => [`${name}/${path}`, text])
}

async function readPresent(name: string): Promise<Map<string, string>> {
  const folder = join(packages, name, 'src/generated')
  const listed = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = listed
    .filter((entry) => entry.isFile())
    .map((entry) => relative(packages, join(entry.parentPath, entry.name)))
  const texts = [...files, `${name}/package.json`].map(
    async (path) => [path, await readFile(join(packages, path), 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

function report(found: readonly Difference[]): void {
  if (found.length === 0) return
  for (const { path, problem } of found) console.error(`packages/${path}: ${problem}`)
  console.error('Repair with: npm run generate:kubernetes')
  process.exitCode = 1
}

async function repair(found: readonly Difference[]): Promise<void> {
  for (const { path } of found) {
    const text = outputs.get(path)
    const target = join(packages, path)
    if (text === undefined) await rm(target)
    else {
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text)
    }
  }
  console.log(`${outputs.size} generated files of the built-in kinds are up to date; ${found.length} changed.`)
}
