/** Type-checks every example, including those that only run against a cluster, in one run of the compiler. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourceCondition } from '../workspace.ts'
import { compareName } from './assertions.ts'
import type { Example } from './example.ts'
import { PageError } from './fence.ts'
import { buildExample, findExamples, surfaceReader } from './pages.ts'

const prelude = `declare function ${compareName}(actual: unknown, expected: unknown, place: string): void`

/** The compiler's errors, each with its place on the page. */
export async function findTypeErrors(root: string): Promise<string[]> {
  const examples = findExamples(root)
  const folder = join(root, 'node_modules/.cache/kubewright-examples')
  const unreadable = writeProgram(root, folder, examples)
  return [...unreadable, ...relocate(await compile(root, folder), relative(root, folder), examples)]
}

/** Writes each example to its own file, named by its index. Returns the errors of examples that cannot be read. */
function writeProgram(root: string, folder: string, examples: readonly Example[]): string[] {
  const unreadable: string[] = []
  const options = { prelude, surfacesAround: surfaceReader(root) }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [index, example] of examples.entries()) {
    try {
      writeFileSync(join(folder, `${index}.ts`), buildExample(root, example, options))
    } catch (error) {
      if (!(error instanceof PageError)) throw error
      unreadable.push(error.message)
    }
  }
  const config = {
    extends: relative(folder, join(root, 'tsconfig.base.json')),
    compilerOptions: {
      noEmit: true,
      customConditions: [sourceCondition],
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      // An example may declare a name only to show it.
      noUnusedLocals: false,
    },
    include: ['*.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return unreadable
}

function compile(root: string, folder: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc')
  const options = { cwd: root, maxBuffer: 2 ** 26 }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], options, (error, stdout, stderr) => {
      // The compiler exits with 1 or 2 if it found errors; anything else means that it did not run.
      if (error && error.code !== 1 && error.code !== 2)
        reject(new Error(`The compiler failed: ${stderr}`, { cause: error }))
      else resolve(stdout)
    })
  })
}

/**
 * Replaces the compiler's file names by those of the pages; lines and columns already match. Errors in other files are left to
 * the type check of the repository.
 */
export function relocate(output: string, folder: string, examples: readonly Example[]): string[] {
  const messages = output.split(/\n(?=\S)/).filter((message) => message.startsWith(`${folder}/`))
  return messages.map((message) => {
    const [, index, line, column, text] = /(\d+)\.ts\((\d+),(\d+)\): (.*)$/s.exec(message.trimEnd()) ?? []
    const page = examples[Number(index)]?.path
    return page === undefined ? message : `${page}:${line}:${column} ${text}`
  })
}
