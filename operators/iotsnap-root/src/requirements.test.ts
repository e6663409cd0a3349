import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defects, namedTests, requirements, scenarios } from './testing/requirements.ts'

const root = join(import.meta.dirname, '../../..')
const range = (letter: string, to: number) => Array.from({ length: to }, (_, at) => `${letter}${at + 1}`)

/** The title of a test, of a table of tests, or of an exploration of `test/planted`. */
function hasTest(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
}

describe('the requirements of the original operator', () => {
  it('are all in the table', () => {
    const ids = [
      range('C', 8),
      range('O', 6),
      range('D', 6),
      range('W', 1),
      range('F', 9),
      range('B', 5),
      range('M', 1),
    ]
    expect(Object.keys(requirements)).toEqual(ids.flat())
    expect(Object.keys(defects).map((name) => Number.parseInt(name, 10))).toEqual(range('', 12).map(Number))
    const named = ['TestMinimumDeployment', 'MinDeployTest', 'FullDeployTest', 'RecoveryAfterDelete']
    named.push('RecoveryAfterScaling', 'RestoreConfigMap', 'Replicas', 'Env and Labels')
    expect(
      Object.keys(namedTests)
        .slice(0, named.length)
        .map((name) => name.split('/').at(-1)),
    ).toEqual(named)
  })

  const rows = Object.entries({ ...requirements, ...namedTests, ...scenarios, ...defects })
  it.each(rows)('refer to tests that exist: %s', async (_, tests) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const [file, title] of tests) {
      const text = await readFile(join(root, file), 'utf8')
      expect([file, title, hasTest(text, title)]).toEqual([file, title, true])
    }
  })

  it('are checked: a missing test is detected', async () => {
    const text = await readFile(join(root, 'operators/iotsnap-root/src/deploy.test.ts'), 'utf8')
    expect([hasTest(text, 'MinDeployTest'), hasTest(text, 'NoDeployTest')]).toEqual([true, false])
  })
})
