import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { corpus, corpusByFile } from './corpus.ts'

const decision = new URL('../../docs/decisions/0226-planted-operators-for-bug-patterns.md', import.meta.url)
const text = await readFile(decision, 'utf8')

interface Row {
  readonly number: number
  readonly planted: readonly { readonly name: string; readonly file: string }[]
  /** The text in place of operators. */
  readonly instead: string
}

/** Rows of the table under a heading: `| 3 | what | `a sentence` (`file.ts`); … |`. */
function rowsOf(heading: string): readonly Row[] {
  const section = text.split('\n## ').find((one) => one.startsWith(heading)) ?? ''
  return section.split('\n').flatMap((line) => {
    const [, number, , where = ''] = line.split('|').map((cell) => cell.trim())
    if (!/^\d+$/.test(number ?? '')) return []
    const planted = [...where.matchAll(/“([^”]+)” \(`([^`]+)`\)/g)].map(([, name, file]) => ({
      name: name!,
      file: file!,
    }))
    return [{ number: Number(number), planted, instead: planted.length === 0 ? where : '' }]
  })
}

/** How many there are in the works they come from. */
const sections = {
  Sieve: 7,
  Acto: 9,
  'An operator of ten components': 12,
  'A reconciler of external resources': 18,
  'A sharded controller': 17,
  'Outages and time': 6,
  'Several clusters': 3,
}

it('planted bugs: at least 25, with unique names', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(25)
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
})

describe.each(Object.entries(sections))('planted bugs of decision 0226: %s', (heading, count) => {
  it('has a row for each pattern', () => {
    expect(rowsOf(heading).map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  })

  it('has a planted operator for each, in the named file, or a reason', () => {
    for (const { number, planted, instead } of rowsOf(heading)) {
      expect(planted.length > 0 || instead.startsWith('none:'), `row ${number}`).toBe(true)
      for (const { name, file } of planted)
        expect(
          corpusByFile[file]?.map((bug) => bug.name),
          `row ${number}`,
        ).toContain(name)
    }
  })
})

it('planted bugs: decision 0226 names each of them', () => {
  const named = new Set(
    Object.keys(sections).flatMap((heading) =>
      rowsOf(heading).flatMap(({ planted }) => planted.map(({ name }) => name)),
    ),
  )
  expect(corpus.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
})

it('planted bugs: every pattern of decision 0226 except two has one', () => {
  const rows = Object.keys(sections).flatMap((heading) => rowsOf(heading).map((row) => ({ heading, ...row })))
  expect(
    rows.filter(({ planted }) => planted.length === 0).map(({ heading, number }) => `${heading} ${number}`),
  ).toEqual(['A reconciler of external resources 18', 'A sharded controller 14'])
})
