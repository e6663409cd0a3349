import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shadowsIn } from './built-in-names.ts'
import { listFiles } from './list-files.ts'

const root = resolve(import.meta.dirname, '..')
const folders = ['packages', 'apps', 'operators', 'examples', 'tools', 'test', 'bench']

describe('a built-in name', () => {
  it.each([
    { name: 'a type parameter', text: 'class Throttle<Request> {}', shadowed: ['Request'] },
    { name: 'an interface', text: 'interface Pick { at: number }', shadowed: ['Pick'] },
    { name: 'a type', text: 'type Record = string', shadowed: ['Record'] },
    { name: 'a function', text: 'function escape() {}', shadowed: ['escape'] },
    { name: 'a variable in a block', text: 'if (x) { const Map = 1 }', shadowed: ['Map'] },
    { name: 'a destructured parameter', text: 'const f = ({ Error }) => 1', shadowed: ['Error'] },
    { name: 'an import', text: "import { Generator } from './a.ts'", shadowed: ['Generator'] },
    { name: 'an import under another name', text: "import { WebSocket as Client } from 'ws'", shadowed: [] },
    { name: 'a property', text: 'const kinds = { Map: 1 }', shadowed: [] },
    { name: 'a use', text: 'const all = new Map<string, Error>()', shadowed: [] },
  ])('is shadowed, or not, by $name', ({ text, shadowed }) => {
    expect(shadowsIn('a.ts', text).map(({ name }) => name)).toEqual(shadowed)
  })

  it('is shadowed nowhere: choose a name that says more', { timeout: 120_000 }, () => {
    const files = listFiles(root, folders, /\.tsx?$/).filter((path) => !path.includes('/generated/'))
    const found = files.flatMap((path) =>
      shadowsIn(path, readFileSync(join(root, path), 'utf8')).map(({ name, line }) => `${path}:${line} ${name}`),
    )
    expect(found).toEqual([])
  })
})
