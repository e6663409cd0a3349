import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = import.meta.dirname

/** Paths of all modules that a file imports dynamically. */
function importedLate(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, path]) => relative(root, join(dirname(file), path!)))
}

function sources(): readonly string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts') && !file.includes('test') && !file.startsWith('generated/'))
}

describe('loadApiServer', () => {
  it('preloads every module that the sources import dynamically', () => {
    const own = 'load-api-server.ts'
    const late = sources()
      .filter((file) => file !== own)
      .flatMap((file) => importedLate(join(root, file)))
    expect([...importedLate(join(root, own))].toSorted()).toEqual([...new Set(late)].toSorted())
  })
})
