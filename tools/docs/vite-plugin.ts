/** Serves each example as a module named after its place: `example:packages/core/src/time/duration.ts:17`. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { compareName } from './assertions.ts'
import { type Example, readExamples, runnablePart } from './example.ts'
import { buildExample, surfaceReader } from './pages.ts'

const prefix = 'example:'

export function exampleId({ path, line }: Example): string {
  return `${prefix}${path}:${line}`
}

export function examplesPlugin(root: string): Plugin {
  const prelude = `import { compare as ${compareName} } from ${JSON.stringify(join(root, 'tools/docs/compare.ts'))}`
  let surfacesAround = surfaceReader(root)
  return {
    name: 'kubewright:examples',
    enforce: 'pre',
    resolveId(id) {
      // The page's path with a query, so that stack traces lead to the page and the compiler sees a `.ts` file.
      const [, path, line] = new RegExp(`^${prefix}(.*):(\\d+)$`).exec(id) ?? []
      return path === undefined ? undefined : `${join(root, path)}?example=${line}&lang.ts`
    },
    watchChange() {
      surfacesAround = surfaceReader(root)
    },
    load(id) {
      const [, page, line] = /^(.*)\?example=(\d+)&lang\.ts$/.exec(id) ?? []
      if (page === undefined) return undefined
      this.addWatchFile(page)
      const code = buildExample(root, runnableAt(root, page, Number(line)), { prelude, surfacesAround })
      return { code, map: lineByLine(page, code) }
    },
  }
}

function runnableAt(root: string, page: string, line: number): Example {
  const examples = readExamples(relative(root, page), readFileSync(page, 'utf8'))
  const example = examples.find((each) => each.line === line)
  const part = example && runnablePart(example)
  if (!part) throw new Error(`There is no example that runs at ${page}:${line}.`)
  return part
}

/** A source map that maps every line to the same line of the page. */
function lineByLine(page: string, code: string) {
  const lines = code.split('\n')
  // `AAAA` is the first column of the first line; `AACA` is one line further on the page, same column.
  const mappings = lines.map((_, index) => (index === 0 ? 'AAAA' : 'AACA')).join(';')
  return { version: 3, sources: [page], names: [], mappings, file: page }
}
