/** The operators of the thesis behind KubeSharper in this repository, and the counts of the thesis. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CountedLine, countLines } from './count-lines.ts'

const root = resolve(import.meta.dirname, '../..')

export interface UseCase {
  readonly name: string
  readonly folder: string
  /** The files of a production operator: no tests, no simulations. */
  readonly files: readonly string[]
  /** The counts of the thesis: lines for its SDK, and all lines. */
  readonly thesis: { readonly sdk: number; readonly all: number }
}

export const useCases: readonly UseCase[] = [
  {
    name: 'Cloud Redis',
    folder: 'examples/02-cloud-redis',
    files: [
      'cloud-redis.ts',
      'redis-provider.ts',
      'cloud-redises.ts',
      'memorystore.ts',
      'cloud-from-environment.ts',
      'main.ts',
    ],
    thesis: { sdk: 17, all: 291 },
  },
  {
    name: 'ACME workload',
    folder: 'examples/03-acme-service',
    files: ['acme-service.ts', 'children.ts', 'status-of.ts', 'acme-services.ts', 'main.ts'],
    thesis: { sdk: 19, all: 259 },
  },
]

export interface Count {
  readonly sdk: number
  readonly all: number
  readonly lines: readonly CountedLine[]
}

export function countOf({ folder, files }: UseCase): Count {
  const lines = files
    .flatMap((file) => countLines(readFileSync(join(root, folder, file), 'utf8')))
    .filter(({ kind }) => kind !== 'none')
  return { sdk: lines.filter(({ kind }) => kind === 'sdk').length, all: lines.length, lines }
}
