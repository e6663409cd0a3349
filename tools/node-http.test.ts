import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles } from './list-files.ts'

const root = resolve(import.meta.dirname, '..')
/** Also `import { type … }`, whose import remains. */
const imports = /^import (?!type )[^'"]*['"]node:http['"]/m

it('packages use node:http without importing it, which would load the undici of Node (decision 0426)', () => {
  const shipped = listFiles(root, ['packages'], /\.ts$/).filter((path) => !/\.test\.ts$|\/testing\//.test(path))
  expect(shipped.filter((path) => imports.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  expect(imports.test("import {\n  createServer,\n} from 'node:http'")).toBe(true)
})
