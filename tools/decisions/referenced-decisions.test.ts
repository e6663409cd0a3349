import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles } from '../list-files.ts'

const root = resolve(import.meta.dirname, '../..')

it('code refers to existing decisions only', () => {
  const known = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4)))
  const missing = listFiles(root, ['packages', 'apps', 'operators', 'tools', 'test', 'bench'], /\.ts$/).flatMap(
    (path) =>
      numbersIn(readFileSync(join(root, path), 'utf8'))
        .filter((number) => !known.has(number))
        .map((number) => `${path}: decision ${number}`),
  )
  expect(missing).toEqual([])
})

/** `See decision 0190.`, and `See decisions 0180, 0182 and 0184.` */
function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(/\bdecisions? (0\d{3}(?:(?:, | and )0\d{3})*)/gi)].flatMap(
    ([, list]) => list!.match(/0\d{3}/g)!,
  )
}
