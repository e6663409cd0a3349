import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const rows = [
  ...readFileSync(resolve(root, 'docs/concepts/requirements.md'), 'utf8').matchAll(/`([^`]+\.test\.ts)`: ?([^|]*)\|/g),
]

it('docs/concepts/requirements.md names tests that exist', () => {
  expect(rows.length).toBeGreaterThan(10)
  const missing = rows.filter(([, path = '', title = '']) => {
    const file = resolve(root, path)
    return title.trim() === '' || !existsSync(file) || !readFileSync(file, 'utf8').includes(title.trim())
  })
  expect(missing.map(([row]) => row)).toEqual([])
})
