/** The pages for contributors name files that exist. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles } from '../list-files.ts'

const root = resolve(import.meta.dirname, '../..')
const folders = ['packages', 'apps', 'operators', 'tools', 'test', 'bench']

it.each(['inside-the-packages', 'inside-the-server', 'requirements'])('%s names existing source files only', (page) => {
  const files = listFiles(root, folders, /\.tsx?$/).map((path) => `/${path}`)
  const text = readFileSync(join(root, `docs/concepts/${page}.md`), 'utf8')
  const named = [...text.matchAll(/`([^`\s]+\.tsx?)`/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.includes('NAME'))
  expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([])
})
